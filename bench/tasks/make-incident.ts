/**
 * An incident told from the logs of three services. Every line is about a request, and all lines of a service look alike: which
 * requests matter is only known once the first service was read, and each stands in another order in the other two.
 */
import { makeRandom, type Random } from "../own-talk/seeded-random.js";
import { ask, type DrawnTask, readInBatches, type TaskPlan, tell } from "./drawn-task.js";
import { type Need, type Piece, type Step, writeValue } from "./task.js";

interface Service {
  readonly name: string;
  readonly ending: string;
  /** Two values of each request. */
  readonly keys: readonly [string, string];
  /** A line with both of them. */
  line(time: string, first: string, second: string): string;
  draw(random: Random): readonly [string, string];
}

const hex = (random: Random, digits: number) =>
  Array.from({ length: digits }, () => random.pickNumber(16).toString(16)).join("");
const digits = (figure: number, length = 2) => String(figure).padStart(length, "0");
const readClock = (seconds: number) =>
  [8 + Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map((each) => digits(each)).join(":");

const services: readonly [Service, Service, Service] = [
  {
    ...{ name: "gateway", ending: "log", keys: ["gateway.at", "gateway.peer"] },
    line: (time, at, peer) => `10.0.3.7 - - [18/Nov/2026:${time}] "POST /v2/orders" ${at} ${peer}`,
    draw: (random) => [`${digits(random.pickNumber(60))}.${digits(random.pickNumber(1_000), 3)}`, hex(random, 6)],
  },
  {
    ...{ name: "auth", ending: "jsonl", keys: ["auth.state", "auth.user"] },
    line: (time, state, user) =>
      `{"ts":"2026-11-18T${time}Z","level":"info","msg":"token checked","of":"${state} ${user}"}`,
    draw: (random) => [
      `${random.pickOne(["valid", "stale", "renewed", "refused"])}-${hex(random, 4)}`,
      `u${1_000 + random.pickNumber(9_000)}`,
    ],
  },
  {
    ...{ name: "db", ending: "txt", keys: ["db.took", "db.node"] },
    line: (time, took, node) => `${time} | orders_write | ${took} | ${node} | rows 1 | plan index`,
    draw: (random) => [String(1 + random.pickNumber(30_000)), `pg-${random.pickNumber(40)}-${hex(random, 3)}`],
  },
];

/** Characters of a line, about. */
const lineLength = 120;
const mostSuspects = 10;

/** The pages of a service, and where each request stands. */
interface Log {
  readonly pages: readonly Piece[];
  need(request: number, value?: 0 | 1): Need;
}

export function makeIncident(plan: TaskPlan): DrawnTask {
  const random = makeRandom(plan.seed);
  const pageCount = Math.max(2, Math.floor(plan.count / services.length));
  const perPage = Math.max(3, Math.floor(plan.size / (services.length * pageCount * lineLength)));
  const ids = Array.from({ length: pageCount * perPage }, (_, place) => `${hex(random, 6)}${place.toString(16)}`);
  const order = ids.map((_id, place) => place);
  const write = (service: Service, requests: readonly number[]) =>
    writeLog({ random, service, ids, perPage }, requests);
  const gateway = write(services[0], order);
  const auth = write(services[1], shuffle(order, random));
  const db = write(services[2], shuffle(order, random));
  const suspects = shuffle(order, random).slice(0, Math.min(mostSuspects, pageCount + 1, ids.length));
  const seen = new Set<string>();
  const readNew = (needs: readonly Need[]): readonly Step[] => {
    const paths = [...new Set(needs.map(({ path }) => path))].filter((path) => !seen.has(path));
    for (const path of paths) seen.add(path);
    return readInBatches(paths, plan.batch);
  };
  const traced = suspects.map((request, place) => {
    const needs = [gateway.need(request), auth.need(request), db.need(request)];
    const before = suspects[random.pickNumber(place + 1)] ?? request;
    const timeline: Step = { does: "write", path: nameTimeline(place), needs };
    const cross = [auth.need(request, 1), db.need(before, 1), gateway.need(before, 1)];
    return ask(
      `Trace request ${ids[request]} through the other services.`,
      readNew(needs.slice(1)),
      timeline,
      tell(...cross),
    );
  });
  const doubted = random.pickNumber(suspects.length);
  const entries = suspects.map((request, place): Step => {
    return { does: "edit", path: `report/${place}.md`, needs: [gateway.need(request), db.need(request)] };
  });
  const own = { key: `fact/${nameTimeline(doubted)}`, path: nameTimeline(doubted) };
  const jobs = [
    ask(
      "Orders fail since this morning. Start with the gateway.",
      readInBatches(
        gateway.pages.map(({ path }) => path),
        plan.batch,
      ),
      tell(...suspects.slice(0, 1).map((request) => gateway.need(request))),
    ),
    ...traced,
    ask(
      "Write the report: when each request arrived and what the database made of it. I doubt one timeline.",
      entries,
      tell(own, ...suspects.slice(doubted, doubted + 1).map((request) => auth.need(request))),
    ),
  ];
  return { pieces: [gateway, auth, db].flatMap(({ pages }) => pages), jobs };
}

function nameTimeline(place: number): string {
  return `timeline/${place}.md`;
}

interface LogPlan {
  readonly random: Random;
  readonly service: Service;
  readonly ids: readonly string[];
  readonly perPage: number;
}

function writeLog({ random, service, ids, perPage }: LogPlan, requests: readonly number[]): Log {
  const { name, ending, keys } = service;
  const places = new Map(requests.map((request, place) => [request, place]));
  const nameKey = (request: number, value: 0 | 1) => `${keys[value]}/${ids[request]}`;
  const namePage = (place: number) => `${name}/page-${Math.floor(place / perPage)}.${ending}`;
  const lines = requests.map((request, place) => {
    const [first, second] = service.draw(random);
    const values = [writeValue(nameKey(request, 0), first), writeValue(nameKey(request, 1), second)] as const;
    return service.line(readClock(place * 7), ...values);
  });
  const pages = Array.from({ length: Math.ceil(lines.length / perPage) }, (_, page): Piece => {
    const text = lines.slice(page * perPage, (page + 1) * perPage).join("\n");
    return { path: namePage(page * perPage), text };
  });
  return {
    pages,
    need: (request, value = 0) => ({ key: nameKey(request, value), path: namePage(places.get(request) ?? 0) }),
  };
}

function shuffle<Item>(items: readonly Item[], random: Random): readonly Item[] {
  const drawn = items.map((item) => [random.next(), item] as const);
  return drawn.toSorted(([one], [other]) => one - other).map(([, item]) => item);
}
