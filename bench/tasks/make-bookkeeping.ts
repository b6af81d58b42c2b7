/**
 * A year of bank statements is matched with receipts. A receipt is paid at once, months later, before it arrives, or never, so that
 * the other half of a match is a small text or a long one of any age. People call about old receipts. At the end the tax of each
 * quarter is put together from figures that nothing asked for before, and the receipts that nobody paid are listed.
 */
import { makeRandom, type Random } from "../own-talk/seeded-random.js";
import {
  ask,
  type DrawnJob,
  type DrawnTask,
  fill,
  mix,
  readInBatches,
  skew,
  type TaskPlan,
  tell,
} from "./drawn-task.js";
import { type Need, type Piece, type Step, said, writeValue } from "./task.js";

const payees = "bakery garage printer landlord dentist florist railway plumber library nursery".split(" ");
const goods = "paper toner flour hinges tickets bulbs filters stamps crates cables".split(" ");
/** The part of all characters that stands in statements. */
const inStatements = 0.75;

interface Receipt {
  readonly id: number;
  /** The months in which it arrives and is paid; `paid` is beyond the last one if it never is. */
  readonly arrives: number;
  readonly paid: number;
}

const nameStatement = (month: number) => `bank/month-${month}.csv`;
const nameReceipt = (id: number) => `receipts/${id}.eml`;
const nameJournal = (month: number) => `journal/${month}.md`;
const ofMonth = (month: number, key: "close" | "fee"): Need => {
  return { key: `bank.${key}/${month}`, path: nameStatement(month) };
};
const ofPayment = ({ id, paid }: Receipt, key: "ref" | "day"): Need => {
  return { key: `paid.${key}/${id}`, path: nameStatement(paid) };
};
const ofReceipt = ({ id }: Receipt, key: "due" | "vat" | "from"): Need => {
  return { key: `receipt.${key}/${id}`, path: nameReceipt(id) };
};
const ofJournal = (month: number): Need => ({ key: `fact/${nameJournal(month)}`, path: nameJournal(month) });
const rate: Need = { key: "rate/vat", path: said };

export function makeBookkeeping(plan: TaskPlan): DrawnTask {
  const random = makeRandom(plan.seed);
  const count = Math.max(3, Math.floor(plan.count / 3));
  const months = Array.from({ length: count }, (_, month) => month);
  const receipts = Array.from({ length: Math.max(count, plan.count - count) }, (_, id): Receipt => {
    const arrives = random.pickNumber(count);
    return { id, arrives, paid: drawPaid(random, arrives, count) };
  });
  const size = (plan.size * inStatements) / count;
  const small = (plan.size * (1 - inStatements)) / receipts.length;
  const pieces = [
    ...months.map((month): Piece => {
      const paid = receipts.filter((receipt) => receipt.paid === month);
      return { path: nameStatement(month), text: writeStatement(random, month, paid, size * (0.5 + random.next())) };
    }),
    ...receipts.map((receipt): Piece => {
      return { path: nameReceipt(receipt.id), text: writeReceipt(random, receipt, small * skew(random)) };
    }),
  ];
  return { pieces, jobs: drawJobs(random, months, receipts, plan) };
}

function drawPaid(random: Random, arrives: number, count: number): number {
  const drawn = random.next();
  if (drawn < 0.5) return arrives;
  return drawn < 0.85 ? arrives + 1 + random.pickNumber(count) : random.pickNumber(arrives + 1);
}

function drawJobs(
  random: Random,
  months: readonly number[],
  receipts: readonly Receipt[],
  { batch }: TaskPlan,
): readonly DrawnJob[] {
  const words = `Match our bank statements with the receipts. Tax is at ${writeValue(rate.key, `${5 + random.pickNumber(20)}pc`)}`;
  const worked = months.flatMap((month) => {
    const known = receipts.filter(({ arrives }) => arrives <= month);
    const job = ask(month === 0 ? words : "Here is the next month.", matchMonth(receipts, month, batch));
    return random.next() < 0.5 && known.length > 0 ? [job, takeCall(random.pickOne(known), month)] : [job];
  });
  const quarters = Array.from({ length: Math.ceil(months.length / 3) }, (_, quarter): Step => {
    const isIn = (month: number) => Math.floor(month / 3) === quarter;
    const taxes = receipts.filter(({ arrives }) => isIn(arrives)).map((receipt) => ofReceipt(receipt, "vat"));
    return { does: "edit", path: `tax/${quarter}`, needs: [...taxes, ...months.filter(isIn).map(ofJournal)] };
  });
  const open = receipts.filter(({ paid }) => paid >= months.length);
  const unpaid = open.flatMap((receipt) => [ofReceipt(receipt, "from"), ofReceipt(receipt, "due")]);
  const doubted = random.pickOne(months);
  const opened: readonly Step[] = random.next() < 0.5 ? [{ does: "read", paths: [nameStatement(doubted)] }] : [];
  return [
    ...worked,
    ask("Put the tax of each quarter together.", quarters, tell(rate)),
    ask("List what is open.", { does: "write", path: "open.md", needs: [...unpaid, rate] }, tell(ofMonth(0, "close"))),
    ask("The auditor doubts one month.", opened, tell(ofMonth(doubted, "fee"), ofJournal(doubted), rate)),
  ];
}

function matchMonth(receipts: readonly Receipt[], month: number, batch: number): readonly Step[] {
  const arrived = receipts.filter(({ arrives }) => arrives === month).map(({ id }) => nameReceipt(id));
  const settled = receipts.filter(({ arrives, paid }) => Math.max(arrives, paid) === month);
  const before = month === 0 ? rate : ofJournal(month - 1);
  return [
    { does: "read", paths: [nameStatement(month)] },
    ...readInBatches(arrived, batch),
    ...settled.map((receipt): Step => {
      const needs = [ofPayment(receipt, "ref"), ofReceipt(receipt, "due")];
      return { does: "edit", path: `matched/${receipt.id}`, needs };
    }),
    { does: "write", path: nameJournal(month), needs: [ofMonth(month, "close"), before] },
    tell(ofMonth(month, "close")),
  ];
}

/** Asks for the payment too, if there is one by then. */
function takeCall(receipt: Receipt, month: number): DrawnJob {
  const payment = receipt.paid <= month ? [ofPayment(receipt, "day")] : [];
  return ask("Somebody calls about a receipt.", tell(ofReceipt(receipt, "from"), ...payment));
}

function writeStatement(random: Random, month: number, paid: readonly Receipt[], size: number): string {
  const lines = fill(size, (number) => {
    return `${month + 1}-${1 + random.pickNumber(28)},${random.pickOne(payees)} ${number},-${random.pickNumber(90_000)},EUR,card ${random.pickNumber(9_000)}`;
  });
  const payments = paid.map((receipt) => {
    const [ref, day] = [`ref-${random.pickNumber(1_000_000)}`, `${month + 1}-${1 + random.pickNumber(28)}`];
    return `transfer,${writeValue(ofPayment(receipt, "ref").key, ref)},${writeValue(ofPayment(receipt, "day").key, day)}`;
  });
  const fee = `charges,${writeValue(ofMonth(month, "fee").key, String(random.pickNumber(9_000)))}`;
  const close = `balance,${writeValue(ofMonth(month, "close").key, String(random.pickNumber(9_000_000)))}`;
  return ["day,what,amount,currency,how", ...mix(random, lines, [...payments, fee]), close].join("\n");
}

function writeReceipt(random: Random, receipt: Receipt, size: number): string {
  const lines = fill(
    size,
    (number) => `${number + 1} x ${random.pickOne(goods)} at ${random.pickNumber(9_000)}, in stock`,
  );
  const values = [
    `Sum: ${writeValue(ofReceipt(receipt, "due").key, String(random.pickNumber(900_000)))}`,
    `Tax: ${writeValue(ofReceipt(receipt, "vat").key, String(random.pickNumber(90_000)))}`,
  ];
  const from = `From: ${writeValue(ofReceipt(receipt, "from").key, `${random.pickOne(payees)}-${random.pickNumber(9_000)}`)}`;
  return [from, "Subject: your order", "", ...mix(random, lines, values)].join("\n");
}
