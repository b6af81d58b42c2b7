/**
 * A fifth set, of what the fourth showed to be weak: changes and corrections, and messages that tell nothing. It was written after the last
 * change of a rule, by the one who had changed them.
 */
import type { BlindWordings } from "./wordings.js";

const none = { facts: [], preferences: [], wishes: [], temporary: [], ended: [] };

const en: BlindWordings = {
  ...none,
  changes: [
    [
      "My barber is Hakan on Bridge Street.",
      "Hakan's retired, so now it's Deniz who cuts my hair.",
      "Deniz",
      "Hakan on",
    ],
    ["we pay 40 a month for the gym", "Gym's put its prices up, 52 a month now", "52", "40"],
    [
      "Priya sits next to me at work.",
      "They moved desks again, I sit beside Wojtek at work these days.",
      "Wojtek",
      "Priya",
    ],
    ["I drink my coffee with oat milk.", "Off the oat milk, I take my coffee black now.", "black", "with oat"],
    [
      "The recycling goes out on Mondays.",
      "council letter says recycling is Thursdays from now",
      "Thursdays",
      "Mondays",
    ],
  ],
  corrections: [
    ["The vet appointment is at 11:15", "*11:50", "11:50", "11:15"],
    ["My locker number is 214", "no, the 241", "241", "214"],
    ["Our guests arrive on the 13th.", "sorry, the 14th", "14th", "13th"],
    ["My cousin's name is Marieke.", "Marijke, with a j", "Marijke", "Marieke"],
    ["I weigh 82 kilos", "make that 84", "84", "82"],
  ],
  nothing: [
    "Thanks, that's all I needed.",
    "Could you shorten that to one paragraph?",
    "Ugh, what a day.",
    "Turn the list into a table, please.",
    "My colleague says the moon is shrinking.",
    "hmm let me think about it",
  ],
};

const de: BlindWordings = {
  ...none,
  changes: [
    [
      "Mein Hausarzt ist Dr. Albers.",
      "Dr. Albers hat aufgehört, mein Hausarzt ist jetzt Frau Yilmaz.",
      "Yilmaz",
      "ist Dr. Albers",
    ],
    ["Der Strom kostet uns 90 Euro im Monat.", "Beim Strom zahlen wir inzwischen 112 Euro", "112", "90"],
    [
      "Jonas spielt Handball im Verein.",
      "Jonas macht keinen Handball mehr, er klettert jetzt",
      "klettert",
      "im Verein",
    ],
    ["Ich fahre mit dem Auto ins Büro.", "ins Büro komm ich seit Mai mit dem Rad", "Rad", "Auto"],
    ["Unser Passwort fürs Gästenetz ist Kiefer7.", "Das Gästenetz hat ein neues Passwort: Buche9", "Buche9", "Kiefer7"],
  ],
  corrections: [
    ["Die Feier beginnt um 18 Uhr", "*19 Uhr", "19", "18"],
    ["Wir wohnen in der Nummer 36", "nein, 63", "63", "36"],
    ["Meine Nichte heißt Leonie.", "Leoni, ohne e", "Leoni,", "Leonie"],
    ["Ich hab am 3. Termin beim Zahnarzt", "ach nee, am 5.", "5.", "am 3."],
    ["Das Regal ist 80 cm breit", "nachgemessen: 85", "85", "80"],
  ],
  nothing: [
    "Danke, das reicht mir schon.",
    "Kannst du das etwas lockerer formulieren?",
    "Puh, was für ein Tag.",
    "Mach daraus eine Tabelle.",
    "Mein Kollege meint, der Mond schrumpft.",
    "hm, muss ich mir überlegen",
  ],
};

const fr: BlindWordings = {
  ...none,
  changes: [
    [
      "Mon dentiste est le docteur Vasseur.",
      "Le docteur Vasseur est parti, mon dentiste c'est madame Lopes",
      "Lopes",
      "est le docteur",
    ],
    ["On paie 30 euros de cantine par mois.", "la cantine est passée à 36 euros par mois", "36", "30"],
    [
      "Je prends le tram pour aller au travail.",
      "Je vais au travail à pied maintenant, fini le tram.",
      "à pied",
      "prends le tram",
    ],
    ["Zoé fait du judo.", "Zoé a arrêté le judo, elle est passée à l'escrime.", "escrime", "fait du judo"],
    ["Les poubelles passent le mardi.", "Les poubelles, désormais c'est le vendredi.", "vendredi", "mardi"],
  ],
  corrections: [
    ["Le train part à 7h42", "*7h24", "7h24", "7h42"],
    ["J'habite au numéro 15", "non, au 51", "51", "15"],
    ["Mon neveu s'appelle Mathis.", "Matisse, pardon", "Matisse", "Mathis"],
    ["Le rendez-vous est le 9", "pardon, le 10", "10", "9"],
    ["La table mesure 120 cm", "plutôt 140 en fait", "140", "120"],
  ],
  nothing: [
    "Merci, c'est tout ce qu'il me fallait.",
    "Tu peux raccourcir ça en un paragraphe ?",
    "Pff, quelle journée.",
    "Mets tout ça dans un tableau.",
    "Mon collègue dit que la lune rétrécit.",
    "hmm, je vais y réfléchir",
  ],
};

const es: BlindWordings = {
  ...none,
  changes: [
    ["Mi peluquera es Nuria.", "Nuria se fue, mi peluquera ahora es Belén", "Belén", "es Nuria"],
    ["Pagamos 60 euros de internet.", "Nos han subido internet a 68 euros.", "68", "60"],
    ["Voy al trabajo en metro.", "Ahora voy al trabajo en moto.", "moto", "metro"],
    ["Lucía toca el piano.", "Lucía ha dejado el piano por la trompeta.", "trompeta", "toca el piano"],
    ["La basura se saca los lunes.", "han cambiado la basura a los jueves", "jueves", "lunes"],
  ],
  corrections: [
    ["La cita es a las 10:20", "*10:40", "10:40", "10:20"],
    ["Vivo en el número 17", "no, en el 71", "71", "17"],
    ["Mi sobrina se llama Irene.", "Irena, perdón", "Irena", "Irene"],
    ["Llegan el día 6", "perdona, el 7", "7", "6"],
    ["El armario mide 90 cm", "mejor dicho 95", "95", "90"],
  ],
  nothing: [
    "Gracias, con eso me vale.",
    "¿Puedes resumirlo en un párrafo?",
    "Uf, qué día.",
    "Pásalo a una tabla.",
    "Mi compañero dice que la luna encoge.",
    "mmm, me lo pienso",
  ],
};

const ru: BlindWordings = {
  ...none,
  changes: [
    ["Мой парикмахер — Ольга.", "Ольга уехала, теперь мой парикмахер — Света.", "Света", "— Ольга"],
    ["За интернет платим 500 рублей.", "Интернет подорожал, платим 620 рублей.", "620", "500"],
    ["На работу езжу на метро.", "Теперь на работу езжу на самокате.", "самокате", "метро"],
    ["Соня ходит на плавание.", "Соня бросила плавание, перешла на теннис.", "теннис", "ходит на плавание"],
    ["Мусор вывозят по понедельникам.", "мусор теперь вывозят по средам", "средам", "понедельникам"],
  ],
  corrections: [
    ["Запись к врачу в 9:30", "*9:50", "9:50", "9:30"],
    ["Мы живём в квартире 48", "нет, в 84", "84", "48"],
    ["Племянницу зовут Алина.", "Алёна, извини", "Алёна", "Алина"],
    ["Гости приезжают 12-го", "ой, 13-го", "13", "12"],
    ["Полка шириной 70 см", "точнее 75", "75", "70"],
  ],
  nothing: [
    "Спасибо, этого достаточно.",
    "Можешь сократить до одного абзаца?",
    "Уф, ну и день.",
    "Сделай из этого таблицу.",
    "Коллега говорит, что луна уменьшается.",
    "хм, надо подумать",
  ],
};

const zh: BlindWordings = {
  ...none,
  changes: [
    ["我的理发师是小陈。", "小陈走了，我的理发师换成阿华了。", "阿华", "是小陈"],
    ["宽带每月付80块。", "宽带涨价了，每月付95块。", "95", "80"],
    ["我坐地铁上班。", "我现在骑车上班了。", "骑车", "地铁"],
    ["朵朵学钢琴。", "朵朵不学钢琴了，改学小提琴。", "小提琴", "朵朵学钢琴"],
    ["垃圾车周一来。", "垃圾车改成周四来了。", "周四", "周一"],
  ],
  corrections: [
    ["预约是9点20", "*9点40", "9点40", "9点20"],
    ["我住在16号楼", "不对，61号楼", "61", "16"],
    ["我外甥叫子轩。", "梓轩，木字旁的", "梓轩", "子轩"],
    ["客人5号到", "抱歉，6号", "6", "5"],
    ["柜子宽80厘米", "应该是85", "85", "80"],
  ],
  nothing: [
    "谢谢，够用了。",
    "能缩成一段吗？",
    "唉，今天真累。",
    "把它做成表格。",
    "同事说月亮在变小。",
    "嗯，我再想想",
  ],
};

export const fifthWordings = { en, de, es, fr, ru, zh };
