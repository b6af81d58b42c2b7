/** Words that follow "password" in ordinary sentences, on forms and in programs. */
const ordinary: ReadonlySet<string> = new Set(
  (
    "a about above accepted active actually admin's after again against all allowed almost already also always an and another any anything are as asked at auto available away back bad " +
    "base basic bearer because been before behind being below best better between beyond blank both broken built but by can cannot case certain changed check clear close common complete complex compromised confirmed copied correct crucial current data date deleted " +
    "denied different difficult digits disabled displayed done double down dynamic each easy eight either eleven else empty enabled encrypted end enough entered even ever every everything exactly exact expired expiring fair false far few field file fine first five fixed following for found four free from full fully " +
    "generated given going gone good great half hard has hashed held her here hers hidden hide high his hopefully how if important in inactive incorrect indeed initially input inside invalid inherit into irrelevant it its just kept key kind known last late later least left less like likely " +
    "limited listed little local locked login long longer lost low made mandatory manual many masked maybe me meant meaningless mine missing more most much must my near nearly neither never new next nine no nobody none nor not nothing noted now null obsolete obvious off often ok okay old on once one ones online " +
    "only open optional or other our ours out outdated outside over own part password passwords past pending perfect perfectly perhaps permanent plain please plus possibly present pretty private probably problem prompt protected public put question quite rather read ready real really recent recoverable reused required reset right risky root safe sacred same saved second secret secure seen " +
    "sensitive sent separate set seven several shared she short shorter should shown similar simple simply since six so some somebody someone something somewhere soon sorry static still stolen stored string strong stronger stuck such super supplied sure taken ten temporary terrible text than that the their theirs them then there these they third this those three through tied time to today told tomorrow token too top tricky trivial true try twelve two type typed typical unchanged " +
    "under undefined unhashed unique unknown unless unlike unsafe unset until up updated upper useful useless user username usually valid value vault verified very via visible vulnerable weak what whatever when where whether which while who whole why will with within without " +
    "won't work working worse worst would written wrong yes yesterday yet you your yours zero data body hash args nil number n/a tbd todo nope none found foobar func return const let var await async function class void self this int bool char float double object array list dict map " +
    "mindestens höchstens falsch richtig korrekt ungültig gültig abgelaufen gleich leer nötig notwendig erforderlich pflicht vergessen geändert sicher unsicher nicht sehr zu zur zum das der die den dem des dein deine mein meine ein eine einem einen kein keine keiner schon noch nur auch immer jetzt hier dort bekannt unbekannt geheim wichtig kurz lang einfach schwach stark neu neue alt im in auf aus bei von mit für wie was wo weil wenn aber oder und dass hinterlegt leider wohl wieder weg überall nirgends irgendwo " +
    "correct expiré obligatoire oublié requis invalide valide faux bon mauvais le la les un une des du de dans sur votre ton mon son notre trop très pas plus aussi encore toujours ici là bien mal vide unique secret sécurisé faible fort simple nécessaire " +
    "incorrecta correcta obligatoria inválida válida segura débil fuerte necesaria la el los las lo un una muy demasiado no tu su mi en con por para que ya aquí también siempre errada obrigatória muito mesma diferente curta longa fácil difícil fraca forte não uma em com já aqui errata sbagliata corretta scaduta obbligatoria troppo non una il sul nel è " +
    "неверный неправильный обязателен не от для на в и был изменён изменен сброшен устарел правильный забыл забыла это мой твой только уже тут там очень слишком нужен важен утерян истёк простой сложный одинаковый " +
    "passwort kennwort contraseña senha пароль verkeerd onjuist vereist verlopen te het een de fout fel fel felaktigt forkert feil väärä złe błędne nieprawidłowe jest nie za"
  ).split(" "),
);

const participle =
  /^\p{L}+(?:ed|ing|able|ible|(?<!f)ly|iefly|less|ful|ous|ive|(?<!f)ish|ory|proof|like|wise|worthy|ical|ional|ent|ary)$|^ge\p{Ll}{2,}(?:t|en)$|^(?:ver|be|ent|er|zer|ab|an|auf|aus|ein|zu)ge?\p{Ll}{3,}(?:t|en)$|\p{Ll}(?:lich|isch|ée|és|ées|ado|ada|ido|ida|ato|ata|uto|uta|ный|ная|ное|ние|ено|ана|ден|тен)$/u;

/** A word that stands beside "password" without being one. */
export function isOrdinaryWord(value: string): boolean {
  return isListedWord(value) || participle.test(strip(value));
}

/** The same without guesses by the word's ending, for places where a password is likely. */
export function isListedWord(value: string): boolean {
  const word = strip(value);
  const parts = word.split(/[-/]/);
  if (parts.length < 3 && parts.some((part) => ordinary.has(part))) return true;
  return ordinary.has(word);
}

function strip(value: string): string {
  return value.toLowerCase().replace(/[^\p{L}\p{N}/]{1,9}$/u, "");
}
