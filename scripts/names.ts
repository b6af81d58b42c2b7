import ts from "typescript";
import { type Finding, main } from "./finding.js";
import { lineOf, nodesOf, type Source, sourcesIn } from "./sources.js";

/** Shares of all names: at least nine in ten begin with a verb or a question word. */
const limits = { otherWords: 0.1, participleLike: 0.02, parameters: 4 };

/** Folders whose functions have few parameters; names are checked in src alone. */
const folders = ["packages", "bench", "scripts", "examples"];

/** The verbs of this project. A missing one is added with the first function that needs it. */
const verbs = new Set(
  `abort accept activate add adjust adopt advance aggregate align allow anchor announce answer append apply approve archive ask
  assemble assert assign attach await backtrack balance begin bind block boost break bring buffer build bump call cancel
  cap capture cast change charge check choose claim clamp classify clean clear clip clone close collapse collect combine come
  commit compact compare compile complete compose compress compute confirm connect consume continue convert copy count cover
  create cross cut decide decode decrypt deduplicate defer define delay delete deliver deny derive describe detach detect
  diagnose diff discard dispatch display distribute divide do download draw drop duplicate edit embed emit empty enable enclose
  encode encrypt end enforce enqueue ensure enter enumerate erase escape estimate evaluate exclude execute exit expand expect
  expire explain explore export extend extract fail feed fence fetch fill filter find finish fit fix flatten flush fold follow forget
  format forward free freeze gather generate get give go grant group grow guard guess halve hand handle hash help hide highlight
  hold identify ignore import include increase indent index infer inherit init insert inspect install interpret intersect
  interrupt invalidate invent invert invoke iterate join judge jump keep label lay lead learn leave let limit link list listen
  load locate lock log look lower make map mark mask match measure meet mend merge migrate mirror mix move name narrow negate
  normalise note notify observe obtain offer omit open order overwrite pack pad page paint pair parse partition pass paste patch
  pause perform permit persist pick pin ping place plan play poll pop prefer prepare prepend present prevent preview price print
  probe process produce project promote propose protect prove provide prune publish pull purge push put quarantine query quote
  raise rank rate reach read rebuild recall receive reconcile record recover redact redeem reduce refer refill refine refresh
  refuse regroup regulate reject relate release reload remember remind remove rename render renew reopen repair repeat replace
  replay reply report request require rescue reserve reset resolve respond restart restore restrict resume retain retire
  retrieve retry return reuse reveal reverse revert review revise revoke rewrite rotate round route run sample save scale scan
  schedule score scroll search see select send separate serve set settle shape share shift shorten show shrink shut sign simplify
  skip slice solve sort spawn speak spell spend spill splice split spread squash stamp start step stop store straighten stream
  stretch strip stub submit subscribe substitute subtract suggest sum summarise supersede supply support suppress survey suspend
  swap switch sync take tally tell terminate test throttle throw tidy toggle tokenise touch trace track trail train transfer
  transform translate traverse trim truncate try turn undo unescape union unite unlock unpack unpin update upgrade upload use
  validate verify visit wait wake walk warn wash watch weigh withdraw work wrap write yield`.split(/\s+/),
);
const predicates = new Set("is has can may must should needs holds fits does was did will are".split(" "));

const irregular = new Set(
  `begun bound bought broken brought built caught chosen cut done drawn driven eaten fallen felt fed forgotten fought found frozen
  given gone got grown heard held hidden kept known laid led left lent lost made meant met overwritten paid put read rewritten
  said seen sent set shown shut sold sought spent split spoken spread stolen stood stuck sung sunk taken taught thought thrown
  told torn understood undone withdrawn won worn written`.split(/\s+/),
);
const prepositions = new Set("Of In For At On By To With".split(" "));

/** Published names that begin with no verb. */
const published = new Set(["scriptedModel"]);

/** Checks the names of functions, and how many parameters they have. */
export function checkNames(root: string): Finding[] {
  const functions = sourcesIn(root, "packages").flatMap(listNamedFunctions);
  return [
    ...checkShares(functions),
    ...folders.flatMap((folder) => sourcesIn(root, folder)).flatMap(listWideFunctions),
  ];
}

interface NamedFunction {
  readonly name: string;
  readonly exported: boolean;
  readonly file: string;
  readonly line: number;
}

/** Declared functions and methods; what a table or an object contains is named by its field. */
function listNamedFunctions(source: Source): NamedFunction[] {
  return nodesOf(source.tree).flatMap((node) => {
    const isNamed = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || isFunctionConstant(node);
    if (!isNamed || node.name === undefined) return [];
    const name = node.name.getText(source.tree).replace(/^#/, "");
    const exported = isExported(node);
    // A function inside another is read where it is used.
    if (ts.isVariableDeclaration(node) && !exported) return [];
    return [{ name, exported, file: source.name, line: lineOf(source, node) }];
  });
}

function isFunctionConstant(node: ts.Node): node is ts.VariableDeclaration {
  if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return false;
  return ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer);
}

function isExported(node: ts.Declaration): boolean {
  return (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0;
}

function checkShares(functions: readonly NamedFunction[]): Finding[] {
  const others = functions.filter(({ name }) => !isVerbFirst(name));
  const unclear = functions.filter(({ name }) => isParticipleLike(name));
  return [
    ...unclear
      .filter(({ exported, name }) => exported && !published.has(name))
      .map((each) => makeFinding(each, "is exported, and a participle or ending in a preposition")),
    ...listBeyond(others, functions, limits.otherWords, "begins with no verb of scripts/names.ts"),
    ...listBeyond(unclear, functions, limits.participleLike, "is a participle, or ends in a preposition"),
  ];
}

/** All of a kind, if they exceed their share. */
function listBeyond(
  kind: readonly NamedFunction[],
  all: readonly NamedFunction[],
  most: number,
  what: string,
): Finding[] {
  if (kind.length <= all.length * most) return [];
  const share = `${((100 * kind.length) / all.length).toFixed(1)} % of all, at most ${Math.round(100 * most)} %`;
  return kind.map((each) => makeFinding(each, `${what} (${share})`));
}

function makeFinding({ file, line, name }: NamedFunction, what: string): Finding {
  return { file, line, message: `function ${name} ${what}` };
}

function isVerbFirst(name: string): boolean {
  const word = takeFirstWord(name);
  return verbs.has(word) || predicates.has(word);
}

function isParticipleLike(name: string): boolean {
  const last = /[A-Z][a-z]*$/.exec(name)?.[0];
  if (last !== undefined && prepositions.has(last)) return true;
  const word = takeFirstWord(name);
  return !isVerbFirst(name) && (irregular.has(word) || /^[a-z]{2,}(ed|ing)$/.test(word));
}

function takeFirstWord(name: string): string {
  return /^[a-z]+/.exec(name)?.[0] ?? name;
}

/** Includes anonymous functions and function types, whose callers have to count parameters too. */
function listWideFunctions(source: Source): Finding[] {
  return nodesOf(source.tree).flatMap((node) => {
    if (!ts.isFunctionLike(node) || node.parameters.length <= limits.parameters) return [];
    const count = node.parameters.length;
    const message = `${count} parameters, at most ${limits.parameters}: what belongs together is one object`;
    return [{ file: source.name, line: lineOf(source, node), message }];
  });
}

await main(import.meta.url, "names", checkNames);
