/**
 * Separates words about a password ("is required") from the password itself, in its label's language. Languages join
 * an adjective to its noun by the ending, and leave some letters unused, so that few words have to be listed.
 */
import { isOrdinaryWord } from "./ordinary-words.js";

/** The label, the endings of words about it, and words without such an ending. Letters without their marks. */
type Row = readonly [label: RegExp, endings: RegExp, words: string];

const rows: readonly Row[] = [
  [
    /has[łl]/i,
    /^(?!.*(?:oo|sh|ck|gh))[^qvx]*(?:e|n[ya]|[tn]o)$/,
    "za zbyt moje twoje nasze wasze swoje jego jej ich ten to tam tu juz nadal teraz taki jak bez poprawnie haslem sekret tajemnica brak",
  ],
  [
    /hesl/i,
    /^(?!.*(?:oo|sh|ck|gh))[^wqx]*(?:[nlktvm]e|[nlktvm]i|no|to|na)$/,
    "je moc prilis velmi uz stale tam tady stejne spatne tajne nejake jine chyba prosim",
  ],
  [
    /wachtwoord|wagwoord/i,
    /(?:ig|lijk|baar|eerd|loos|zaam|isch)$|^(?:ver|ge|ont|be)\p{L}+en$|^(?:ver|ge|on|be|her|ont|mis)\p{L}+[dt]$/u,
    "leeg kort zwak sterk lang nieuw oud juist correct goed fout hetzelfde gelijk geheim bekend hier daar ook nog weer al echt heel erg niet geen mijn jouw uw ons nodig klaar simpel complex uniek",
  ],
  [
    /salasan/i,
    /^[^bcfqwxz]*(?:nen|nut|nyt|neet|tu|ty|[aä]v[aä]|ton|ss[aä]|ll[aä]|st[aä]|sti|ava|inen|ksi|koa|tt[aä])$/,
    "sama vaara lyhyt heikko vahva tyhja vanha uusi oikea liian pitka eri jo nyt viela aina vain tarkea turvassa helppo vaikea hyva huono",
  ],
  [
    /[şs]ifre|parola/i,
    /^[^qwx]*(?:l[iu]|s[iu]z|m[iu]s|[dt][iu]r|l[ae]r|[dt][ae]n|[dt][ae]|medi|madi|meli|mali|dim|dum|tim|tum|yor|acak|ecek)$/,
    "yanlis bos kisa dogru ayni zayif eski yeni uzun basit icin ve ile cok degil var yok lazim sart kolay zor gizli bu su bir sadece henuz hala zaten",
  ],
  [
    /password è|parola d'ordine|password e'/i,
    /^(?!.*(?:oo|sh|ck|gh))[^jkwxy]*(?:[aeo]|[tn]i)$/,
    "non sempre tuo mio qui in un piu",
  ],
  [/parol[aă]|parol[aă] est/i, /^(?!.*(?:oo|sh|ck|gh))[^kwy]*[ae]$/, "nu prea foarte deja in un mereu aici bun"],
  [
    /contrase|clave/i,
    /(?:[ai]d[ao]|iv[ao]|ble|[ci]ente|ari[ao]|ori[ao]|[tc]ic[ao]|rect[ao]|tint[ao]|plet[ao]|isim[ao]|al|az)$/,
    "larga corta nueva vieja misma esa esta este otra una unica vacia mala buena facil dificil debil fuerte simple doble segura insegura erronea secreta sencilla floja rara larguita cortita publica siempre nunca ahora bien mal donde como cuando quien nula falsa exacta compleja robusta numerica blanca gratis nada algo igual joven mejor peor menor mayor ruin comun tu su mi nuestro cual por favor anterior posterior exterior superior inferior posible",
  ],
  [
    /senha|palavra|chave/i,
    /(?:[ai]d[ao]|iv[ao]|vel|nte|ari[ao]|ori[ao]|[tc]ic[ao]|rr?e[ct]{1,2}[ao]|al|il|az|um|im|em)$/,
    "nova velha mesma outra longa curta boa ma forte fraca certa errada segura insegura simples unica vazia secreta exata fácil facil dificil complexa publica essa esta este uma sempre nunca agora bem mal onde como quando igual melhor pior maior menor ruim seu meu anterior",
  ],
  [
    /mots? ?de ?passe|mdp|clé/i,
    /(?:ee|ie|able|ible|ique|if|ive|eux|euse|ante?|ente?|ecte?|aire|oire|iel|ale?|el|it|is|us|rt|rd|oin|ait|and|ard|act|cit|ain|ein|[^e]ise|uite|ide|arge|nte|ange|ere|xte)$/,
    "faible forte courte longue nouvelle meme autre simple double robuste juste fausse vide complexe facile difficile conforme bonne mauvaise longue vieille morte fixe libre neutre propre rare secrete complete incomplete obsolete identique publique privee petite ecrite sure chiffre quoi comme une cette celle bon faux secret complet inquiet net long court fort vrai nouveau ancien bien mal trop tres pas plus ici",
  ],
  [
    /l[öo]senord|passord/i,
    /(?:igt|ig|iskt|akt|ekt|[rntlsmvg]t|at|bart|fritt|[aeo]nde|[aeo]nda|ade|ad|are|ast|lig)$/,
    "tomt kort svagt fel samma nytt feil langt rett bra bare allerede redan inte ikke for mycket veldig mitt ditt vart tom her der har",
  ],
  [
    /adgangskode|kodeord/i,
    /(?:igt?|iske?|bar|los|ende|ede|r[dt]|nt|kt|ært|agt|elt|vet|tet)$/,
    "tom svag ny gammel samme ikke for meget her der god stærk lang kort allerede",
  ],
  [
    /jelsz/i,
    /^[^qwx]*(?:[lt][ea]n|[oeö]tt|[aeo]s|hat[oó]|het[oő]|n[ae]k|b[ae]n|[uü]nk|[oe]z[oó]|endo|ando)$/,
    "hibas rossz rovid uj regi ures gyenge eros lejart ugyanaz jo nem tul mar meg itt hosszu titok titkos nagyon mindig kell",
  ],
  [
    /kata (?:sandi|laluan)|sandi/i,
    /^(?:di|ter|ber|ke|me|se|pe)\p{L}{4,}$|(?:kan|nya)$/u,
    "salah wajib benar kosong lemah kuat pendek sama baru lama tidak terlalu harus sudah belum masih anda saya kamu ini itu yang untuk tanpa panjang rahasia valid perlu lupa adalah wifi",
  ],
  [/mật khẩu|mat khau/i, /^$/, "sai yeu trong qua cua toi ban nay moi cu khong phai la rat dung manh ngan dai"],
  [
    /passw[oö]rt|kennwort|zugangscode/i,
    /(?:lich|isch|ig|bar|los|sam|haft|voll|frei|[ieaml]rt|elt|gt|tet)$/,
    "leer kurz lang falsch schwach stark klein egal dasselbe derselbe identisch pflicht pflichtfeld optional klartext schrott mist unsinn quatsch",
  ],
  [
    /lozink|gesl[oa]/i,
    /(?:[nktv][aoei]|na|no|la|lo|jena|jeno)$/,
    "je pogresna netocna kratka prazna obavezna ista nova stara vec jos ovdje tu nije previse prava kriva",
  ],
  [
    /slapta|parole|parool|salasõna|contrasenya|contrasinal|lykilor/i,
    /(?:a|e|as|is|ta|tud|nud|lik|ud|t)$/,
    "vale tuhi vana uus sama liiga lühike",
  ],
];

/** English words about a password that no ending marks as such. */
const spoken: ReadonlySet<string> = new Set(
  (
    "abysmal accurate across adequate afterwards ago alone along alongside alphanumeric altogether answer anyhow anymore anyway anyways anywhere apart " +
    "application approximate around ascii aside authentic autofill automatic average awesome awkward background backup bcrypt besides bland bogus brilliant " +
    "brittle browser brutal budget bug bytes capital central characters cheap checkbox child cleartext clever clunky column commonplace compliant concise " +
    "confidential configuration confirmation constant corporate corrupt crap crazy credential criteria cryptic custom cute damn dead default deterministic " +
    "digit direct distinct dormant dropdown dull dumb duplicate eager elsewhere email emergency encryption entry env ephemeral equal error essential " +
    "eternal evergreen everywhere example except exercise expiry explicit expression external extra extreme faint familiar fancy fantastic fast faulty " +
    "favorite favourite feature final firm flag flimsy folder foreign forever forgotten form formal format former forward foul fragile frail fresh frozen " +
    "fun funny fuzzy garbage gate general generic global gross guard guess guest handy happy healthy heavy hefty hence hereby hint historic honest however " +
    "huge human identifier idiotic idle illegal imperfect implicit improper inadequate incomplete indirect inert inferior infinite informal initial insane " +
    "insecure instead intact integral internal ironic irregular issue item junk keyboard keychain label lame large lax layer lazy legacy legal legit " +
    "legitimate length lengthy letter letters line link loose lousy lowercase lukewarm main major manager marginal material matter mature maximum meanwhile " +
    "mediocre member message messy method mighty mild minimal minimum minor mistake moderate modern moot moreover mundane mystery name narrow neat nice " +
    "nonsense normal note notice nowadays nowhere numeric odd offline opaque optimal option order original outright overdue overkill overnight page " +
    "parameter paramount partial passphrase pathetic peculiar per personal petty phony phrase placeholder plaintext policy poor popular portion precise " +
    "preset prime priority pristine process prompts proper property protocol punctuation quick quirky random rare raw reason recovery redundant regex " +
    "regular rejection relevant reluctant remote resistant result rigid robust rotation rotten rough rule salt sane screen seasonal secrets section " +
    "security seldom selfish sentence session severe shabby sharp shiny shoddy shorthand sick sign significant singular slack sloppy slow small smart " +
    "software sole solid somehow sometimes somewhat sound space spaces spare special specific spicy spot stale standalone standard steady stellar step " +
    "storage strange strength strict stuff stupid subject subpar substandard subtle success superb superior symbol symbolic symbols system template term " +
    "terse test thereby therefore thin thorough though throughout thus ticket tight tiny toast together topic tough toward towards toxic trash trouble " +
    "trusty twice ultimate uncommon unfit unicode uniform universal unsound unusual upon uppercase vague vain vast vendor versatile volatile vulnerability " +
    "weakness weird whenever whereas wherever whitespace wide widespread wild wonky words yonder young"
  ).split(" "),
);

/** A sign right before the value: what follows is a form or a list, where a capital says nothing. */
const afterSign = /[:=：]\s*[*_]{0,2}$/;

/** Whether a word of letters describes the label's secret, judged by label and word alone. */
export function describesSecret(lead: string, word: string): boolean {
  if (word.split("-").some((part) => isOrdinaryWord(part) || spoken.has(strip(part)))) return true;
  const isName = /^\p{Lu}/u.test(word);
  if (isName && !afterSign.test(lead)) return false;
  // A password is typed on any keyboard; a word with other letters belongs to the sentence.
  const isForeign = /[\u0080-\uffff]/.test(word);
  const row = rows.find(([label]) => label.test(lead));
  return row === undefined ? isForeign : isOfLanguage(row, strip(word)) || (isForeign && !isName);
}

function isOfLanguage([, endings, words]: Row, bare: string): boolean {
  return endings.test(bare) || ` ${words} `.includes(` ${bare} `);
}

function strip(word: string): string {
  return word
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/ı/g, "i")
    .replace(/ł/g, "l")
    .replace(/[^\p{L}]{1,9}$/u, "");
}
