/**
 * Made-up talk, the same on every machine: a message, tool calls with results of varied size, a reply; in several
 * scripts. Repeats after 250 rounds, which are 1,000 entries, so that logs of any number of thousands end alike.
 */
export interface GeneratedRound {
  readonly message: string;
  readonly calls: readonly GeneratedCall[];
  readonly reply: string;
}

interface GeneratedCall {
  readonly tool: string;
  readonly input: string;
  readonly output: string;
}

/** Words to search for: in few entries, in about every third, and in every twentieth. */
const searched = { rare: "quincunx", common: "report", less: "harbour" } as const;

const period = 250;
const rareEvery = 5_000;
const rareAt = 7;
/** How many tools each of five rounds calls; together they are 20 entries. */
const callsIn = [0, 1, 1, 2, 1];
const tools = ["read_file", "search_notes", "list_tasks", "fetch_page"];
const lengths = [60, 200, 200, 400, 400, 700, 1_500, 4_000];

const plain = (
  "the tide was late and we moved the meeting to noon because a list of open points had grown again please check whether " +
  "every crate on the quay is counted twice before the boat leaves then write down which numbers differ and send them"
).split(" ");
/** Joined without spaces, as usual in Chinese. */
const unspaced = "请检查明天的任务列表 然后告诉我还有什么没有完成 船到得晚 我们把会议改到中午 港口的箱子要数两遍".split(
  " ",
);
const scripts: readonly (readonly string[])[] = [
  plain,
  plain,
  plain,
  "проверь пожалуйста список задач на завтра и напиши мне что ещё не готово до вечера".split(" "),
  unspaced,
  "παρακαλώ έλεγξε τη λίστα και γράψε μου τι λείπει ακόμη".split(" "),
  "من فضلك راجع القائمة واكتب لي ما الذي لم يكتمل بعد".split(" "),
  "कृपया कल की सूची देखें और बताएं कि क्या बाकी है".split(" "),
];

const made: (GeneratedRound | undefined)[] = [];

/** The round with this number, from 0. */
export function generateRound(number: number): GeneratedRound {
  const place = number % period;
  const round = made[place] ?? drawRound(place);
  made[place] = round;
  if (number % rareEvery !== rareAt) return round;
  return { ...round, message: `${round.message} ${searched.rare}` };
}

function drawRound(place: number): GeneratedRound {
  const dice = makeDice(place + 1);
  const calls = Array.from({ length: callsIn[place % callsIn.length] ?? 0 }, (): GeneratedCall => {
    const path = `notes/${drawText(dice, plain, 12).replaceAll(" ", "-")}.md`;
    const output = drawText(dice, plain, lengths[dice(lengths.length)] ?? 0);
    return { tool: tools[dice(tools.length)] ?? "", input: JSON.stringify({ limit: dice(100), path }), output };
  });
  const words = scripts[place % scripts.length] ?? plain;
  return { message: drawText(dice, words, 20 + dice(160)), calls, reply: drawText(dice, words, 60 + dice(500)) };
}

function drawText(dice: Dice, words: readonly string[], length: number): string {
  const between = words === unspaced ? "，" : " ";
  let result = "";
  while (result.length < length) {
    const drawn = dice(100);
    const word =
      drawn === 0 ? searched.common : drawn === 1 && dice(4) === 0 ? searched.less : words[dice(words.length)];
    result += `${result === "" ? "" : between}${word}`;
  }
  return result;
}

/** Draws a whole number from 0 to below the one given. */
type Dice = (below: number) => number;

/** The mulberry32 generator. */
function makeDice(seed: number): Dice {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) % below;
  };
}
