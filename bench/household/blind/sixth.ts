/**
 * A sixth set: changes, corrections, and messages that tell nothing. It was written by somebody who had seen neither the rules nor
 * more than the shape of the other sets, and no sentence of one language is a translation of another's.
 */
import type { BlindWordings } from "./wordings.js";

const none = { facts: [], preferences: [], wishes: [], temporary: [], ended: [] };

const en: BlindWordings = {
  ...none,
  changes: [
    [
      "I get the 7:42 into town every morning.",
      "new timetable kicked in, my train's the 7:29 these days",
      "7:29",
      "7:42",
    ],
    [
      "Ruben is Nina's maths tutor",
      "we let Ruben go in the end. Nina's doing maths with a student called Aoife instead",
      "Aoife",
      "Ruben is",
    ],
    ["the code for the side gate is 5518", "they've changed the side gate code again, 9034", "9034", "5518"],
    ["Our rent is £1,150.", "Landlord's put the rent up to £1,225 from this month, lovely.", "1,225", "1,150"],
    [
      "I'm reading Middlemarch at the moment",
      "finished Middlemarch finally!! on to The Leopard now",
      "The Leopard",
      "reading Middlemarch",
    ],
    [
      "Grandad lives in a bungalow in Whitby.",
      "Grandad's settled in at the care home in Scarborough, he likes the garden",
      "Scarborough",
      "Whitby",
    ],
    [
      "We do the big shop at Morrisons",
      "rained all day so the kids were feral, anyway we've given up on Morrisons since it shut the café and it's Lidl for the big shop now, what can I do with two kilos of carrots",
      "Lidl",
      "big shop at Morrisons",
    ],
  ],
  corrections: [
    ["Parents' evening is on the 12th", "no, the 14th", "14th", "12th"],
    ["Ivy's new teacher is Mrs Hallam", "Hallett, sorry", "Hallett", "Hallam"],
    ["Our flight gets in at 18:05", "18:50*", "18:50", "18:05"],
    ["I take 50 mg of sertraline.", "wait, it's 100", "100", "50 mg"],
    ["the shed padlock is 317", "I mean 371", "371", "317"],
  ],
  nothing: [
    "could you make that a bit punchier and drop the last line",
    "oh brilliant, another software update, just what my evening needed",
    "My boss reckons nobody reads an email longer than three lines.",
    "in another life I'd be a goat farmer in Crete and nobody could reach me",
    "honestly so fed up today",
    "is it too late to plant garlic?",
    "haha no worries, night!",
    "my sister just texted 'I am never eating seafood again', she says that every time, drama queen. give me a rhyme for orange",
  ],
};

const de: BlindWordings = {
  ...none,
  changes: [
    [
      "Unsere Skatrunde trifft sich im Goldenen Hirsch.",
      "Der Hirsch hat dichtgemacht, wir treffen uns zum Skat jetzt bei Manni in der Garage.",
      "Manni",
      "Goldenen Hirsch",
    ],
    [
      "die Treppe im Haus wischt immer der Herr Nowak",
      "Herr Nowak macht's am Rücken nicht mehr, die Treppe wischt seit letzter Woche die Frau Aydin",
      "Aydin",
      "wischt immer der Herr Nowak",
    ],
    [
      "Papa geht jeden Tag 8000 Schritte.",
      "seit der Reha schafft Papa nur noch 3000 Schritte am Tag, aber immerhin",
      "3000",
      "8000",
    ],
    ["Für die Garage zahlen wir 65 Euro.", "Die Garage kostet uns inzwischen 80 Euro.", "80", "65"],
    [
      "Wir schlafen oben im Dachzimmer.",
      "war im Sommer nicht auszuhalten da oben, unser Schlafzimmer ist jetzt im Keller",
      "Keller",
      "Dachzimmer",
    ],
    [
      "Lotte will zum Geburtstag ein Trampolin",
      "Vergiss das Trampolin, Lotte wünscht sich zum Geburtstag jetzt Inliner.",
      "Inliner",
      "will zum Geburtstag ein Trampolin",
    ],
    [
      "Mein Rad lass ich immer beim Radl-Huber reparieren",
      "so, Rad ist endlich wieder da, aber zum Huber geh ich nicht mehr, der ist mir zu teuer geworden, ich bring's jetzt immer in die Werkstatt am Nordbad. Wie oft ölt man eigentlich die Kette?",
      "Nordbad",
      "Radl-Huber",
    ],
  ],
  corrections: [
    ["Der Elternabend ist am 23.", "nee, am 25.", "25.", "23."],
    ["Meine neue Kollegin heißt Annika Behrens", "Behrendt, mit dt", "Behrendt", "Behrens"],
    ["Das Paket liegt bei den Nachbarn in Nummer 16", "Quatsch, Nummer 19", "19", "16"],
    ["Mein Zug fährt um 6:34 Uhr ab.", "6:43, Zahlendreher", "6:43", "6:34"],
    ["Der Flurteppich ist 2,40 lang.", "ach nein, 2,60", "2,60", "2,40"],
  ],
  nothing: [
    "Übersetz den zweiten Absatz noch ins Englische.",
    "Na super, schon wieder Schienenersatzverkehr, ich liebe es.",
    "Mein Schwager meint ja, früher hätten die Tomaten besser geschmeckt.",
    "Wenn ich Millionär wär, würd ich mir ne Almhütte kaufen.",
    "boah bin ich platt heute",
    "Wie lange kocht man nochmal ein wachsweiches Ei?",
    "alles klar, dann bis später",
    "Angenommen, ich würde nach Norwegen auswandern, was bräuchte ich da alles? Nur so ein Gedankenspiel.",
  ],
};

const fr: BlindWordings = {
  ...none,
  changes: [
    [
      "Léonie apprend la clarinette.",
      "Léonie en avait marre de la clarinette, depuis la rentrée elle apprend la batterie, pauvres de nous",
      "batterie",
      "apprend la clarinette",
    ],
    [
      "la cotisation du club de rando c'est 45 euros",
      "ils ont augmenté le club de rando, c'est 60 euros à présent",
      "60",
      "45",
    ],
    [
      "C'est Sandrine qui garde le petit.",
      "Sandrine a arrêté le métier, désormais c'est Fatou qui garde le petit.",
      "Fatou",
      "Sandrine qui",
    ],
    [
      "Je travaille à La Défense.",
      "Ça y est, la boîte a déménagé : je travaille à Montreuil depuis lundi.",
      "Montreuil",
      "La Défense",
    ],
    ["mémé marche avec une canne", "mémé a troqué sa canne contre un déambulateur", "déambulateur", "avec une canne"],
    [
      "Le double de la voiture est dans le tiroir de l'entrée.",
      "j'ai changé de cachette pour le double de la voiture, il est dans la boîte à biscuits",
      "boîte à biscuits",
      "tiroir",
    ],
    [
      "Le midi je mange à la cantine du boulot.",
      "bon, la cantine est devenue franchement mauvaise, du coup depuis trois semaines le midi j'apporte ma gamelle, t'aurais une idée de salade qui tient au corps ?",
      "gamelle",
      "mange à la cantine",
    ],
  ],
  corrections: [
    ["Le contrôle technique est le 7 avril", "non, le 9", "9", "7 avril"],
    ["Mon numéro de client est le 70415.", "pardon, 70451", "70451", "70415"],
    ["Le voisin du dessous s'appelle M. Pelissier", "Pelletier en fait", "Pelletier", "Pelissier"],
    ["Il nous faut 6 mètres de gouttière", "euh, 8 plutôt", "8", "6 mètres"],
    ["La réunion de copro commence à 18 h 30.", "19 h 15*", "19 h 15", "18 h 30"],
  ],
  nothing: [
    "Refais-le en plus chaleureux, s'il te plaît.",
    "Génial, encore une grève, il ne manquait plus que ça.",
    "Ma sœur prétend que tous les chats sont des démons.",
    "Si j'étais président, j'interdirais les réveils.",
    "pfff, ras le bol de cette pluie",
    "on met combien de levure pour 500 g de farine ?",
    "nickel, je file, à demain",
    "« Je ne boirai plus jamais », dixit mon pote à quatre heures du mat', on y croit tous, hein",
  ],
};

const es: BlindWordings = {
  ...none,
  changes: [
    [
      "Martina come en el comedor del cole.",
      "hemos quitado a Martina del comedor, ahora come en casa de su abuela",
      "abuela",
      "en el comedor",
    ],
    ["Pago 43 euros de móvil.", "me he cambiado de compañía, el móvil me sale ahora por 27 euros", "27", "43"],
    [
      "mi jefa se llama Yolanda",
      "Yolanda se ha ido a otra sede, mi jefe ahora es un tal Íñigo",
      "Íñigo",
      "jefa se llama Yolanda",
    ],
    [
      "Para hacer ejercicio salgo a correr por el río.",
      "Con la rodilla así he dejado lo de correr, el ejercicio lo hago nadando en la piscina municipal.",
      "piscina",
      "salgo a correr",
    ],
    [
      "Los paquetes nos los dejan en la portería.",
      "Ya no tenemos portero, los paquetes nos los dejan en la frutería de abajo.",
      "frutería",
      "portería",
    ],
    [
      "A Bruno le damos pienso de pollo",
      "la veterinaria le ha cambiado el pienso a Bruno, ahora es de salmón",
      "salmón",
      "pollo",
    ],
    [
      "En verano vamos siempre a Gandía.",
      "uf, qué calor hace hoy, oye, que lo de Gandía se acabó, vendimos el apartamento y ahora en verano vamos a Llanes, ¿hará falta chaqueta por la noche?",
      "Llanes",
      "siempre a Gandía",
    ],
  ],
  corrections: [
    ["la boda de Nerea es el 22 de mayo", "no, el 29", "29", "22"],
    ["El código de la alarma es 6107", "perdón, 6170", "6170", "6107"],
    ["Mi abuelo nació en Barbastro", "digo, en Balaguer", "Balaguer", "Barbastro"],
    ["Mi vuelo sale a las 9:20.", "9:40*", "9:40", "9:20"],
    ["De pantalón uso la talla 38", "mejor dicho, la 40", "40", "38"],
  ],
  nothing: [
    "Ponlo en un tono más formal, anda.",
    "Sí, claro, porque a mí me chifla madrugar un domingo…",
    "Dice mi cuñado que el fútbol de antes sí que era fútbol.",
    "si me tocara el gordo me iba a vivir a una isla",
    "hoy no puedo con mi alma",
    "¿El pan se puede congelar ya cortado?",
    "vale, gracias, luego sigo",
    "Imagínate que tuviera un loro, ¿qué nombre le pegaría?",
  ],
};

const ru: BlindWordings = {
  ...none,
  changes: [
    [
      "Лёва сидит за первой партой с Дашей.",
      "Лёву пересадили, сидит теперь у окна с Тимофеем, доволен как слон",
      "Тимофеем",
      "Дашей",
    ],
    ["интернет у нас стоит 550 в месяц", "за интернет с этого месяца берут 720", "720", "550"],
    [
      "Нашу няню зовут Гульнара.",
      "Гульнара уехала домой, с детьми теперь сидит няня Вера Степановна.",
      "Вера Степановна",
      "няню зовут Гульнара",
    ],
    ["я езжу на старой Калине", "Продала Калину! Езжу теперь на Шкоде.", "Шкоде", "старой Калине"],
    [
      "Папа лежит в четвёртой городской больнице.",
      "папу перевели, теперь он лежит в кардиоцентре",
      "кардиоцентре",
      "четвёртой",
    ],
    [
      "Квитанции лежат в верхнем ящике комода",
      "квитанции переложила, они теперь в зелёной папке на полке",
      "зелёной папке",
      "комода",
    ],
    [
      "По утрам варю кофе в турке.",
      "кстати, на день рождения подарили кофемашину, так что турка в шкафу, а по утрам у меня теперь капучино из машины, подскажи, чем её чистить от накипи",
      "капучино",
      "кофе в турке",
    ],
  ],
  corrections: [
    ["Собеседование у меня 17-го", "нет, 19-го", "19", "17"],
    ["Нашего участкового врача зовут Ковалёва", "ой, Коваленко", "Коваленко", "Ковалёва"],
    ["Мамин поезд приходит в 5:16.", "5:56*", "5:56", "5:16"],
    ["Номер договора с газовщиками 30982", "опечатка, 30928", "30928", "30982"],
    ["Бабушке в этом году исполняется 83", "вернее, 84", "84", "83"],
  ],
  nothing: [
    "Перепиши попроще, без канцелярита.",
    "Ну да, конечно, всю жизнь мечтала стоять в этой пробке.",
    "Сосед уверяет, что зимы скоро совсем не будет.",
    "Будь у меня вертолёт, летала бы на нём за хлебом.",
    "что-то настроение на нуле",
    "А сколько варить гречку?",
    "ладно, спасибо, побежала",
    "«Худею с понедельника», это мне подруга в сотый раз написала, ага, верю. Придумай смешной ответ",
  ],
};

const zh: BlindWordings = {
  ...none,
  changes: [
    ["婆婆每周三来帮我们带娃", "婆婆那边换班了，现在改成周日过来带娃", "周日", "周三"],
    ["停车位一个月320块", "物业又涨价，停车位现在一个月380了", "380", "320"],
    ["给乐乐补英语的是方老师。", "方老师出国了，乐乐的英语现在是孟老师在补。", "孟老师", "补英语的是方老师"],
    ["爸爸一个人住在老家", "上个月把爸爸接过来了，他现在跟我们住南京", "南京", "老家"],
    ["我用的是一台联想笔记本。", "旧笔记本卖了，我现在用的是华为的。", "华为", "联想"],
    ["户口本放在床头柜里", "户口本我挪地方了，放书房的保险箱里了", "保险箱", "床头柜"],
    [
      "孩子上学都是我开车送。",
      "最近早上堵得要命，我也懒得折腾了，孩子现在自己坐地铁上学，你说要不要给他买个电话手表",
      "地铁",
      "我开车送",
    ],
  ],
  corrections: [
    ["我体检约在21号", "不对，24号", "24号", "21号"],
    ["我们小区的物业经理姓郝", "打错了，姓贺", "贺", "郝"],
    ["我那趟高铁是下午2:18的", "2:48*", "2:48", "2:18"],
    ["快递单号尾数是7093", "应该是7039", "7039", "7093"],
    ["客厅的窗户宽一米八", "哦不，一米六", "一米六", "一米八"],
  ],
  nothing: [
    "语气再客气一点。",
    "真好，周末又要加班，我可太开心了。",
    "我婆婆说喝热水包治百病。",
    "要是我有一个亿，马上辞职去环游世界。",
    "心里有点烦。",
    "糯米要泡多久？",
    "好嘞，先这样，回头聊。",
    "朋友发朋友圈说“从今天起戒奶茶”，笑死，帮我想句评论",
  ],
};

export const sixthWordings = { en, de, es, fr, ru, zh };
