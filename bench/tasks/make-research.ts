/**
 * A question is researched on the web: lists of hits, pages of which most is the site's own frame, two sources that disagree and one
 * that is of no use. Drafts are written topic by topic, a person asks back about old ones, and a second reader has each claim checked
 * against its source and the date in the list of hits.
 */
import { makeRandom, type Random } from "../own-talk/seeded-random.js";
import { ask, type DrawnJob, type DrawnTask, fill, mix, readInBatches, type TaskPlan, tell } from "./drawn-task.js";
import { type Need, type Piece, type Step, said, writeValue } from "./task.js";

const subjects = "heat pump,tidal barrage,peat bog,night train,oyster reef,grid battery,rain garden,cargo bike".split(
  ",",
);
const verbs = "reduces replaces outlasts funds delays measures".split(" ");
const sites = ["almanac.example", "gazette.example", "survey.example"];
/** Hits, two sources, and a page of no use. */
const piecesEach = 4;
const style: Need = { key: "style/unit", path: said };

interface Topic {
  readonly hits: Piece;
  readonly sources: readonly [Piece, Piece];
  readonly useless: Piece;
  readonly number: number;
}

export function makeResearch(plan: TaskPlan): DrawnTask {
  const random = makeRandom(plan.seed);
  const count = Math.max(2, Math.floor(plan.count / piecesEach));
  const size = plan.size / (count * piecesEach);
  const frame = fill(size * 0.4, (number) => `<li><a href="/section/${number}">${write(random)}</a></li>`);
  const page = (number: number, source: number): Piece => {
    const path = `${sites[source]}/${number}.html`;
    return { path, text: writePage(random, { frame, path, size: size * (0.5 + random.next()) }) };
  };
  const topics = Array.from({ length: count }, (_, number): Topic => {
    const hits = { path: `search/${number}.json`, text: writeHits(random, number, size * 0.7) };
    return { hits, sources: [page(number, 0), page(number, 1)], useless: page(number, 2), number };
  });
  const pieces = topics.flatMap(({ hits, sources, useless }) => [hits, ...sources, useless]);
  return { pieces, jobs: drawJobs(random, topics, plan) };
}

const nameDraft = ({ number }: Topic) => `draft/${number}.md`;
const date = ({ hits, number }: Topic): Need => ({ key: `hit.date/${number}`, path: hits.path });
const quote = ({ path }: Piece, key: "share" | "author" | "year"): Need => ({ key: `page.${key}/${path}`, path });
const claim = (topic: Topic): Need => ({ key: `fact/${nameDraft(topic)}`, path: nameDraft(topic) });

function drawJobs(random: Random, topics: readonly Topic[], { batch }: TaskPlan): readonly DrawnJob[] {
  const unit = writeValue(style.key, random.pickOne(["percent", "permille", "degrees"]));
  const studied = topics.map((topic, place) => {
    const [one, other] = topic.sources;
    const paths = [one, topic.useless, other].map(({ path }) => path);
    const asked = topics[random.pickNumber(place + 1)] ?? topic;
    return [
      ask(
        place === 0 ? `Research these. Figures go into the draft as ${unit} nothing else.` : "Now the next topic.",
        { does: "read", paths: [topic.hits.path] },
        readInBatches(paths, batch),
        { does: "write", path: nameDraft(topic), needs: [quote(one, "share"), quote(other, "share")] },
        tell(quote(one, "year"), date(topic)),
      ),
      ask("Wait, who says so?", tell(quote(asked.sources[1], "author"), style)),
    ];
  });
  const doubted = random.pickOne(topics);
  const checks = topics.toReversed().flatMap((topic, place): readonly Step[] => {
    const source = topic.sources[place % 2] ?? topic.useless;
    return [
      { does: "edit", path: `claims/${topic.number}`, needs: [claim(topic), quote(source, "year")] },
      { does: "edit", path: `cited/${topic.number}`, needs: [quote(source, "author"), date(topic)] },
    ];
  });
  return [
    ...studied.flat(),
    ask(
      "A second reader wants each claim checked. Open the one that I doubt anew.",
      readInBatches(
        doubted.sources.map(({ path }) => path),
        batch,
      ),
      checks,
      tell(quote(doubted.sources[0], "share"), quote(doubted.sources[1], "share"), style),
    ),
  ];
}

function write(random: Random): string {
  return `The ${random.pickOne(subjects)} ${random.pickOne(verbs)} the ${random.pickOne(subjects)} in ${1_900 + random.pickNumber(120)}`;
}

interface PagePlan {
  readonly frame: readonly string[];
  readonly path: string;
  readonly size: number;
}

/** The frame is the same on all pages. */
function writePage(random: Random, { frame, path, size }: PagePlan): string {
  const page = { path, text: "" };
  const values = [
    `<p>It comes to ${writeValue(quote(page, "share").key, String(10 + random.pickNumber(9_000)))} of all.</p>`,
    `<p>First counted in ${writeValue(quote(page, "year").key, `y${1_700 + random.pickNumber(320)}`)}</p>`,
    `<p class="by">${writeValue(quote(page, "author").key, `author-${random.pickNumber(100_000)}`)}</p>`,
  ];
  const prose = fill(size * 0.6, () => `<p>${write(random)}, ${write(random)}.</p>`);
  return ["<html><nav>", ...frame, "</nav><main>", ...mix(random, prose, values), "</main></html>"].join("\n");
}

function writeHits(random: Random, number: number, size: number): string {
  const hits = fill(
    size,
    (place) => `  {"rank": ${place}, "url": "${random.pickOne(sites)}/x${place}.html", "snippet": "${write(random)}"},`,
  );
  const dated = `  {"rank": 99, "url": "${sites[0]}/${number}.html", "snippet": "${writeValue(`hit.date/${number}`, `d${random.pickNumber(100_000)}`)}"},`;
  return ["[", ...mix(random, hits, [dated]), "  {}]"].join("\n");
}
