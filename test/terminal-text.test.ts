import { computeAllowance, screenSize } from "@clewline/text/terminal/screen.js";
import { isStreamed, keepTail, renderTerminalText } from "@clewline/text/terminal/terminal-text.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkProperty } from "./properties.js";

const esc = "\u001b";
const csi = `${esc}[`;
const up = (rows: number) => `${csi}${rows}A`;
const down = (rows: number) => `${csi}${rows}B`;
const right = (columns: number) => `${csi}${columns}C`;
const toColumn = (column: number) => `${csi}${column}G`;
const eraseLine = `${csi}2K`;
const eraseRest = `${csi}K`;
const green = (text: string) => `${csi}32m${text}${csi}0m`;
const bold = (text: string) => `${csi}1m${text}${csi}22m`;

describe("the output of programs that draw their progress", () => {
  const head = [
    "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current",
    "                                 Dload  Upload   Total   Spent    Left  Speed",
  ];
  const curl = (percent: string, left: string) => `${percent} 48.2M ${percent} 10.1M    0     0  5120k      0  ${left}`;

  it("keeps the last frame of curl's table", () => {
    const frames = ["  0", " 41", "100"].map((percent) => curl(percent, `0:00:0${percent.length}  5121k`));
    expect(renderTerminalText(`${head.join("\n")}\n${frames.map((frame) => `\r${frame}`).join("")}\n`)).toBe(
      `${head.join("\n")}\n${frames.at(-1)}\n`,
    );
  });

  it("keeps the finished bar of pip, without colours and hidden cursors", () => {
    const bar = (done: number, size: string) =>
      `${eraseLine}\r     ${csi}38;5;197m${"━".repeat(done)}${csi}0m${csi}38;5;237m${"━".repeat(40 - done)}${csi}0m ${green(size)}`;
    const text =
      "Collecting wheelbarrow\r\n  Downloading wheelbarrow-2.1.0.whl (1.8 MB)\r\n" +
      `${csi}?25l${bar(0, "0.0/1.8 MB")}${bar(17, "0.8/1.8 MB")}${bar(40, "1.8/1.8 MB")}\r\n${csi}?25h` +
      "Successfully installed wheelbarrow-2.1.0\r\n";
    expect(renderTerminalText(text)).toBe(
      "Collecting wheelbarrow\n  Downloading wheelbarrow-2.1.0.whl (1.8 MB)\n" +
        `     ${"━".repeat(40)} 1.8/1.8 MB\nSuccessfully installed wheelbarrow-2.1.0\n`,
    );
  });

  it("collapses docker's layers, each redrawn from the bottom of the list", () => {
    const layers = ["a1f09c", "77be02", "0d4e61"];
    const redraw = (index: number, state: string) => {
      const rows = layers.length - index;
      return `${up(rows)}${eraseLine}\r${layers[index]}: ${state}\r${down(rows)}`;
    };
    const text = [
      "latest: Pulling from garden/shed\r\n",
      ...layers.map((layer) => `${layer}: Pulling fs layer \r\n`),
      redraw(0, "Downloading [=>              ]  1.2MB/29MB"),
      redraw(2, "Waiting "),
      redraw(1, "Download complete "),
      redraw(0, "Downloading [=========>      ]  17MB/29MB"),
      ...layers.map((_, index) => redraw(index, "Pull complete ")),
      "Digest: sha256:5e1f\r\nStatus: Downloaded newer image\r\n",
    ];
    expect(renderTerminalText(text.join(""))).toBe(
      [
        "latest: Pulling from garden/shed",
        ...layers.map((layer) => `${layer}: Pull complete`),
        "Digest: sha256:5e1f",
        "Status: Downloaded newer image",
        "",
      ].join("\n"),
    );
  });

  it("leaves nothing of npm's spinner", () => {
    const spinner = [..."⠙⠹⠸⠼⠴⠦⠧"].map((frame) => `${toColumn(1)}${frame}${toColumn(1)}${csi}0K`).join("");
    expect(
      renderTerminalText(`${spinner}\nadded 412 packages in 9s\n${spinner}found ${bold("0")} vulnerabilities\n`),
    ).toBe("\nadded 412 packages in 9s\nfound 0 vulnerabilities\n");
  });

  it("leaves nothing of a list of tasks that was wiped row by row", () => {
    const wipe = `${eraseLine}${up(1)}`.repeat(3) + eraseLine + toColumn(1);
    const text = `⠋ dig\n⠋ sow\n⠋ rake\n${wipe}✔ dig\n✔ sow\n⠋ rake\n${wipe}✔ all done`;
    expect(renderTerminalText(text)).toBe("✔ all done");
  });

  it("keeps git's last percentages", () => {
    const text =
      "Cloning into 'seeds'...\nremote: Counting objects:   9% (1/11)\u001b[K\rremote: Counting objects: 100% (11/11), done.\u001b[K\n" +
      "Receiving objects:   1% (1/84)\rReceiving objects:  57% (48/84), 2.1 MiB | 4.00 MiB/s\rReceiving objects: 100% (84/84), 3.66 MiB | 4.20 MiB/s, done.\n";
    expect(renderTerminalText(text)).toBe(
      "Cloning into 'seeds'...\nremote: Counting objects: 100% (11/11), done.\n" +
        "Receiving objects: 100% (84/84), 3.66 MiB | 4.20 MiB/s, done.\n",
    );
  });

  it("drops the colours of pytest and nothing else", () => {
    const text =
      `${bold("===== test session starts =====")}\ncollected 3 items\n\ntest_soil.py ${green(".")}${green(".")}${csi}31mF${csi}0m` +
      `${csi}31m          [100%]${csi}0m\n\n${csi}1m${csi}31mE       assert 'dry' == 'wet'${csi}0m\n` +
      `${csi}31m===== ${csi}1m1 failed${csi}0m, ${green("2 passed")}${csi}31m in 0.12s${csi}0m${csi}31m =====${csi}0m\n`;
    expect(renderTerminalText(text)).toBe(
      "===== test session starts =====\ncollected 3 items\n\ntest_soil.py ..F          [100%]\n\n" +
        "E       assert 'dry' == 'wet'\n===== 1 failed, 2 passed in 0.12s =====\n",
    );
  });

  it("keeps the last frame of two bars of tqdm, one below the other", () => {
    const outer = (done: number) => `\rbeds:  ${done * 50}%|${"█".repeat(done)}${" ".repeat(2 - done)}| ${done}/2`;
    const inner = (done: number) => `\n\rrows:  ${done}/9 [00:0${done}<00:00]${up(1)}`;
    const text = `${outer(0)}${inner(1)}${inner(9)}${outer(1)}${inner(4)}${outer(2)}\n${csi}1B`;
    expect(renderTerminalText(text)).toBe("beds:  100%|██| 2/2\nrows:  4/9 [00:04<00:00]");
  });

  it("writes cargo's finished crates over its bar", () => {
    const bar = (done: number) => `    ${csi}1m${csi}36mBuilding${csi}0m [===>     ] ${done}/3: serde, trowel(build)\r`;
    const line = (verb: string, rest: string) => `${eraseRest}   ${bold(green(verb))} ${rest}\n`;
    const text = `${bar(0)}${line("Compiling", "serde v1.0.9")}${bar(1)}${line("Compiling", "trowel v0.3.0")}${bar(2)}${line(" Finished", "`dev` in 4.20s")}`;
    expect(renderTerminalText(text)).toBe(
      "   Compiling serde v1.0.9\n   Compiling trowel v0.3.0\n    Finished `dev` in 4.20s\n",
    );
  });

  it("keeps the last screen of a program that clears before it draws", () => {
    const screen = (count: number) => `${csi}H${csi}2J${csi}3JEvery 2.0s: ls\n\n${"file\n".repeat(count)}`;
    expect(renderTerminalText(`before\n${screen(9)}${screen(1)}`)).toBe("Every 2.0s: ls\n\nfile\n");
    expect(renderTerminalText(`${csi}2J${csi}2;3Hb${csi}1;1fa${csi}3dc`)).toBe("a\n  b\n c");
  });
});

describe("one control after the other", () => {
  const cases: readonly (readonly [what: string, streamed: string, shown: string])[] = [
    ["a shorter frame leaves the end of a longer one", "downloading\rdone", "doneloading"],
    ["spaces that were written over a frame are trimmed", "downloading\rdone       \nnext", "done\nnext"],
    ["spaces at the end of a line that was never written over stay", "a  \r\nb\t\r\n", "a  \nb\t\n"],
    ["Windows line ends are line ends", "one\r\ntwo\r\n\r\nthree", "one\ntwo\n\nthree"],
    ["a doubled carriage return changes nothing", "one\r\r\ntwo", "one\ntwo"],
    ["old line ends without line feeds are frames", "one\rtwo\rsix", "six"],
    ["a carriage return at the end stays without effect", "one\r", "one"],
    ["backspace moves left, and stops at the first column", "ab\b\b\b\bc", "cb"],
    ["overstruck letters are one", "N\bNA\bAM\bME\bE _\bx", "NAME x"],
    ["erasing to the end", `abcdef${csi}3D${csi}0Kx`, "abcx"],
    ["erasing to the cursor", `abcdef${csi}3D${csi}1K`, "    ef"],
    ["erasing the line leaves the cursor where it is", `abc${eraseLine}d`, "   d"],
    ["erasing nothing trims nothing", `abc  ${eraseRest}\n`, "abc  \n"],
    ["erasing some columns", `abcdef\r${right(1)}${csi}2Xx`, "ax def"],
    ["a column from the left edge", `abc${toColumn(2)}x${toColumn(0)}y`, "yxc"],
    ["forward past the end leaves spaces", `a${right(3)}b`, "a   b"],
    ["forward alone leaves nothing", `a${right(3)}\n`, "a\n"],
    ["erasing below", `a\nb\nc${up(1)}${csi}J`, "a\nb"],
    ["erasing above", `a\nb\ncd${csi}1D${csi}1Jx`, "\n\n x"],
    ["the next line and the line before", `a\nb\nc${csi}2Fx${csi}1Ey`, "x\ny\nc"],
    ["a line feed goes down into what is there", `a\nbb\n${up(2)}x\ny`, "x\nyb"],
    ["saving and restoring the cursor", `a${esc}7bc${esc}8x${csi}sdef${csi}uy`, "axyef"],
    ["restoring with parameters is something else", `ab\r${csi}1uc`, "cb"],
    ["private sequences are dropped", `ab${csi}?2K${csi}>4;1m${csi}?25lc${csi}!p`, "abc"],
    ["sequences of one letter are dropped", `${esc}(Ba${esc}=b${esc}#8c`, "abc"],
    ["index and reverse index", `a${esc}Db${esc}Mc`, "a c\n b"],
    ["a reset clears", `a\nb${esc}cd`, "d"],
    ["titles are dropped", `${esc}]0;a title\u0007text${esc}]2;other${esc}\\ more`, "text more"],
    [
      "the text of a link stays",
      `see ${esc}]8;;https://example.org/x${esc}\\the page${esc}]8;;${esc}\\!`,
      "see the page!",
    ],
    ["a title that isn't closed ends with its line", `${esc}]0;title\nseen`, "\nseen"],
    ["a title ends where another sequence begins", `${esc}]0;title${csi}31mseen`, "seen"],
    ["a picture of several lines is dropped", `a${esc}Pq#0\n#1~\n${esc}\\b`, "ab"],
    ["a picture that isn't closed hides its first line", `a${esc}Pq#0\nseen\nseen`, "a\nseen\nseen"],
    ["a sequence that breaks off is dropped", `a${csi}31\nb${csi}`, "a\nb"],
    ["an escape at the end is dropped", `a${esc}`, "a"],
    ["an escape before a letter of another script is dropped alone", `a${esc}é`, "aé"],
    ["form feeds and vertical tabs are line ends", "a\fb\vc\u0085d", "a\nb\nc\nd"],
    ["bells, nulls and deletes are dropped", "a\u0007b\u0000c\u007fd\u009be", "abcde"],
    ["a tab stays a tab", "a\tb\r\n\t\tc", "a\tb\n\t\tc"],
    ["a tab over text moves to the next stop", "abcdefghij\r\tx", "abcdefghxj"],
    ["a tab that was written into becomes spaces", "\tx\rab", "ab      x"],
    ["ideographs take two columns", "下载中 50%\r完成  ", "完成   50%"],
    ["padding that counts ideographs as two columns covers", "working\r完成   ", "完成"],
    ["half of an ideograph leaves a space", "下载\rx", "x 载"],
    ["a pair is never split", `😀😀\r${right(1)}x`, " x😀"],
    ["marks belong to the letter before", "e\u0301a\rx", "xa"],
    ["a colour between a letter and its mark doesn't part them", `e${csi}0m\u0301\b${right(1)}a`, "e\u0301a"],
    ["a joined emoji is one character", "👩‍💻 5%\r👍🏽 6%", "👍🏽 6%"],
    ["half a pair stays half a pair", "a\ud83d\rb", "b\ud83d"],
  ];

  it.each(cases)("%s", (_, streamed, shown) => {
    expect(isStreamed(streamed)).toBe(true);
    expect(renderTerminalText(streamed)).toBe(shown);
  });
});

describe("the limits of the screen", () => {
  it("reaches the last thousand lines and no further", () => {
    const lines = Array.from({ length: screenSize.rows + 5 }, (_, index) => `line ${index}`);
    const shown = renderTerminalText(`${lines.join("\n")}${csi}999999999A\rLINE`).split("\n");
    expect(shown).toEqual(lines.map((line, index) => (index === 5 ? line.replace("line", "LINE") : line)));
  });

  it("keeps a line that is longer than a row in one piece", () => {
    const long = "0123456789".repeat(screenSize.columns / 4);
    expect(renderTerminalText(`${long}${csi}m\nnext`)).toBe(`${long}\nnext`);
  });

  it("goes no further to the right or down than a window would", () => {
    expect(renderTerminalText(`a${csi}999999999C${csi}6D[ ok ]`)).toBe(`a${" ".repeat(492)}[ ok ]`);
    expect(renderTerminalText(`a${csi}999999999Bb`)).toBe(`a${"\n".repeat(99)} b`);
    expect(renderTerminalText(`a${csi}s${csi}999;999H${csi}6n${csi}ub`)).toBe("ab");
  });
});

describe("any text", () => {
  const plain = fc.array(fc.constantFrom(..."ab  \n\t", "下", "😀", "\u0301", "\u200d", "é", "\ud83d"), {
    maxLength: 60,
  });
  const move = fc
    .tuple(
      fc.constantFrom("", "0", "1", "2", "3", "7", "40", "3;5", "999999999", "?1"),
      fc.constantFrom(..."ABCDEFGHJKXdfmsu"),
    )
    .map(([parameters, kind]) => `${csi}${parameters}${kind}`);
  const control = fc.oneof(
    fc.integer({ min: 0, max: 0x9f }).map((code) => String.fromCharCode(code)),
    fc.constantFrom("\r", "\b", "\r\n", esc, `${esc}]`, `${esc}P`, `${esc}7`, `${esc}8`, `${esc}c`, `${esc}\\`, csi),
  );
  const streamed = fc
    .array(
      fc.oneof(
        plain.map((pieces) => pieces.join("")),
        move,
        control,
        fc.string({ unit: "grapheme" }),
      ),
      { maxLength: 40 },
    )
    .map((pieces) => pieces.join(""));
  const runs = { runs: 1_000 };

  it("comes back as it is without controls", () => {
    checkProperty(
      fc.property(fc.array(plain), (pieces) => {
        const text = pieces.flat().join("");
        expect(isStreamed(text)).toBe(false);
        expect(renderTerminalText(text)).toBe(text);
      }),
      runs,
    );
  });

  it("comes back as it is when only colours are put between its characters", () => {
    checkProperty(
      fc.property(plain, (pieces) => {
        expect(renderTerminalText(`${csi}1m${pieces.join(`${csi}0;31m`)}`)).toBe(pieces.join(""));
      }),
      runs,
    );
  });

  it("holds no control but line feeds and tabs, and drawing it again changes nothing", () => {
    checkProperty(
      fc.property(streamed, (text) => {
        const shown = renderTerminalText(text);
        expect(isStreamed(shown)).toBe(false);
        expect(renderTerminalText(shown)).toBe(shown);
      }),
      runs,
    );
  });

  it("never breaks a pair", () => {
    const halfPair = /\p{Surrogate}/u;
    checkProperty(
      fc.property(streamed, (text) => {
        fc.pre(!halfPair.test(text));
        expect(halfPair.test(renderTerminalText(text))).toBe(false);
      }),
      runs,
    );
  });

  it("grows by no more than what moving the cursor is allowed to cost, and without moving not at all", () => {
    const tabs = (text: string) => text.split("\t").length - 1;
    checkProperty(
      fc.property(streamed, (text) => {
        expect(renderTerminalText(text).length).toBeLessThanOrEqual(
          text.length + 7 * tabs(text) + computeAllowance(text.length),
        );
      }),
      runs,
    );
    const frames = fc.array(fc.constantFrom("a", "bc", " ", "下", "\r", "\b", "\n", eraseLine, eraseRest, `${csi}1K`));
    checkProperty(
      fc.property(frames, (pieces) => {
        const text = pieces.join("");
        expect(renderTerminalText(text).length).toBeLessThanOrEqual(text.length);
      }),
      runs,
    );
  });
});

describe("the kept end of a text", () => {
  const bytesOf = (text: string) => Buffer.byteLength(text);
  const note = /^\[the first (\d+) characters are left out\]\n/;

  it("is the text itself when that fits to the byte", () => {
    for (const text of ["", "one\ntwo", "é".repeat(50), "下".repeat(50), "😀".repeat(50)]) {
      expect(keepTail(text, bytesOf(text))).toBe(text);
      expect(keepTail(text, 256 * 1024)).toBe(text);
    }
  });

  it("begins at a line and says what is missing", () => {
    const text = Array.from({ length: 100 }, (_, index) => `line ${index}`).join("\n");
    expect(keepTail(text, 70)).toBe("[the first 766 characters are left out]\nline 97\nline 98\nline 99");
  });

  it("begins inside a line where half of the end would be lost otherwise", () => {
    expect(keepTail(`${"x".repeat(1_000)}\n`, 100)).toBe(
      `[the first 942 characters are left out]\n${"x".repeat(58)}\n`,
    );
  });

  it("is only the note where there is room for nothing else", () => {
    expect(keepTail("x".repeat(100), 10)).toBe("[the first 100 characters are left out]\n");
    expect(keepTail("x", 0)).toBe("[the first 1 characters are left out]\n");
  });

  it("fits, is a true end, counts what is missing and never breaks a pair", () => {
    const piece = fc.constantFrom("a", "é", "下", "😀", "\n", "\ud83d", "words\n");
    const texts = fc.array(piece, { maxLength: 300, size: "max" });
    let cut = 0;
    checkProperty(
      fc.property(texts, fc.integer({ min: 60, max: 400 }), (pieces, bytes) => {
        const text = pieces.join("");
        const kept = keepTail(text, bytes);
        expect(bytesOf(kept)).toBeLessThanOrEqual(bytes);
        expect(keepTail(kept, bytes)).toBe(kept);
        const missing = Number(note.exec(kept)?.[1] ?? 0);
        cut += missing > 0 ? 1 : 0;
        expect(bytesOf(text) > bytes).toBe(missing > 0);
        expect(kept.replace(note, "")).toBe(text.slice(missing));
        expect((text.codePointAt(missing - 1) ?? 0) > 0xffff).toBe(false);
      }),
      { runs: 1_000 },
    );
    expect(cut).toBeGreaterThan(0);
  });
});
