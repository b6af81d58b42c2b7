/** Beginnings of words by which a text is about a part of life. Chinese ones may stand anywhere. */
type Words = Readonly<Record<"en" | "de" | "fr" | "es" | "ru" | "zh", string>>;

const subjectWords: Readonly<Record<string, Words>> = {
  food: {
    en: "eat|ate|food|cook|bak|meal|dinner|lunch|breakfast|snack|recipe|restaurant|drink|coffee|tea|wine|beer|vegetarian|vegan|meat|fish|cake|dessert|cheese|milk|bread|allerg|intoleran|gluten|lactose|nut|spicy|pizza|soup|salad|kitchen|menu|pasta|rice|hungry|grocer",
    de: "ess|isst|koch|back|mahlzeit|abendessen|mittagessen|frühstück|rezept|restaurant|trink|kaffee|tee|wein|bier|vegetari|vegan|fleisch|fisch|kuchen|nachtisch|käse|milch|brot|allergi|unverträglich|gluten|laktose|nuss|nüsse|küche|speise|nudel|reis|hunger|einkauf",
    fr: "mang|cuisin|repas|dîner|déjeuner|recette|restaurant|boi|buv|café|thé|vin|bière|végétari|végan|viande|poisson|gâteau|dessert|fromage|lait|pain|allergi|intoléran|gluten|noix|plat|pâtes|riz|faim",
    es: "com|cocin|cena|almuerz|desayun|receta|restaurante|beb|café|té|vino|cerveza|vegetarian|vegan|carne|pescado|tarta|pastel|postre|queso|leche|pan|alergi|alérgic|intoleran|gluten|nuez|nueces|plato|arroz|hambre",
    ru: "ем|ешь|ест|еда|еды|еду|готов|ужин|обед|завтрак|рецепт|ресторан|пь|пить|кофе|чай|вино|пиво|вегетари|веган|мяс|рыб|торт|десерт|сыр|молок|хлеб|аллерги|глютен|орех|кухн|блюд|рис|голод",
    zh: "吃|喝|饭|菜|食|餐|咖啡|茶|酒|肉|鱼|蛋糕|甜点|奶|面包|过敏|素|厨|辣|饿",
  },
  health: {
    en: "health|ill|sick|doctor|dentist|hospital|allerg|diabet|medic|pill|tablet|pregnan|asthma|pain|headache|migraine|injur|therap|surgery|blood|knee|back|sleep|insomnia|symptom|vaccin|glasses|prescription|penicillin|antibiotic|cold|fever",
    de: "gesund|krank|arzt|ärzt|zahnarzt|allergi|diabet|medikament|tablette|schwanger|asthma|schmerz|migräne|verletz|therap|operation|blut|knie|rücken|schlaf|symptom|impf|brille|rezept|penicillin|fieber|erkält",
    fr: "santé|malad|médecin|docteur|dentiste|hôpital|allergi|diabèt|médicament|enceinte|asthme|douleur|migraine|bless|thérap|opération|sang|genou|dos|dorm|sommeil|vaccin|lunettes|ordonnance|pénicilline|fièvre",
    es: "salud|enferm|médico|doctor|dentista|hospital|alergi|alérgic|diabet|medicament|pastilla|embaraz|asma|dolor|migraña|lesi|terapia|operaci|sangre|rodilla|espalda|dorm|sueño|vacuna|gafas|receta|penicilina|fiebre",
    ru: "здоров|боле|болит|врач|доктор|стоматолог|зуб|больниц|аллерги|диабет|лекарств|таблет|беремен|астм|бол|мигрен|травм|терап|операц|кров|колен|спин|сон|сплю|прививк|очки|рецепт|пенициллин|температур",
    zh: "健康|病|医|牙|过敏|糖尿|药|怀孕|哮喘|疼|痛|伤|手术|血|膝|背|睡|疫苗|眼镜|青霉素|发烧",
  },
  family: {
    en: "family|wife|husband|partner|boyfriend|girlfriend|fianc|son|daughter|kid|child|baby|mother|father|mum|mom|dad|parent|brother|sister|grand|aunt|uncle|cousin|niece|nephew|birthday|married|wedding|anniversary|divorc|sibling|in-law|twin|friend",
    de: "familie|frau|mann|partner|freund|sohn|söhne|tochter|töchter|kind|baby|mutter|vater|mama|papa|eltern|bruder|brüder|schwester|geschwister|oma|opa|groß|tante|onkel|cousin|nichte|neffe|geburtstag|verheiratet|hochzeit|geschieden|zwilling",
    fr: "famille|femme|mari|partenaire|copain|copine|fils|fille|enfant|bébé|mère|père|maman|papa|parent|frère|sœur|soeur|grand|tante|oncle|cousin|nièce|neveu|anniversaire|marié|mariage|divorc|jumea|ami",
    es: "familia|esposa|esposo|mujer|marido|pareja|novi|hij|niñ|bebé|madre|padre|mamá|papá|herman|abuel|tía|tío|prim|sobrin|cumpleaños|casad|boda|divorci|gemel|amig",
    ru: "семь|жена|жену|жены|муж|партн|парень|девушк|сын|доч|ребён|ребен|дет|мам|пап|мать|отец|родител|брат|сестр|бабуш|дедуш|тёт|дяд|племян|рожден|женат|замуж|свадьб|развод|близнец|друг|друз",
    zh: "家人|妻|老婆|丈夫|老公|男友|女友|儿子|女儿|孩子|宝宝|妈|爸|父|母|兄|弟|姐|妹|爷|奶奶|姥|姨|叔|生日|结婚|婚|离婚|双胞胎|朋友",
  },
  work: {
    en: "work|job|employ|boss|colleague|company|office|career|profession|salary|meeting|client|project|team|manager|engineer|teacher|nurse|freelanc|business|shift|retire|intern|deadline|interview|commut",
    de: "arbeit|job|beruf|chef|kolleg|firma|büro|karriere|gehalt|besprechung|kund|projekt|team|leit|ingenieur|lehrer|pfleg|selbstständig|selbständig|schicht|rente|praktik|bewerb|pendel",
    fr: "travail|boulot|emploi|chef|patron|collègue|entreprise|société|bureau|carrière|métier|profession|salaire|réunion|client|projet|équipe|ingénieur|professeur|infirm|indépendant|retrait|stage|entretien",
    es: "trabaj|empleo|emplead|jef|colega|compañer|empresa|oficina|carrera|profesi|sueldo|salario|reuni|client|proyecto|equipo|ingenier|maestr|profesor|enfermer|autónom|turno|jubil|práctica|entrevista",
    ru: "работ|начальник|шеф|коллег|компани|фирм|офис|карьер|професси|зарплат|встреч|клиент|проект|команд|инженер|учител|медсестр|фриланс|смен|пенси|стаж|собеседован",
    zh: "工作|上班|老板|同事|公司|办公|职业|工资|薪|会议|客户|项目|团队|经理|工程师|老师|护士|自由职业|退休|实习|面试",
  },
  home: {
    en: "live|living|home|house|flat|apartment|address|move|moved|moving|rent|landlord|neighbo|room|garden|city|town|street|floor|balcony|furnitur|heating|boiler|plumb|key|parcel|deliver|weather|country",
    de: "wohn|leb|haus|zuhause|daheim|adresse|umzieh|umgezog|umzug|zieh|miet|vermieter|nachbar|zimmer|garten|stadt|straße|stock|balkon|möbel|heizung|klempner|schlüssel|paket|liefer|wetter",
    fr: "habit|vis|maison|chez|appart|adresse|déménag|loyer|propriétaire|voisin|chambre|jardin|ville|rue|étage|balcon|meuble|chauffage|plombier|clé|colis|livr|météo",
    es: "viv|casa|hogar|piso|apartament|dirección|mud|alquil|casero|vecin|habitaci|jardín|ciudad|calle|planta|balcón|mueble|calefacci|fontaner|llave|paquete|entreg|tiempo",
    ru: "жив|жить|дом|квартир|адрес|переех|переезд|аренд|хозяин|сосед|комнат|сад|город|улиц|этаж|балкон|мебел|отоплен|сантехник|ключ|посылк|достав|погод",
    zh: "住|家里|房|公寓|地址|搬|租|邻居|花园|城市|街|楼|阳台|家具|暖气|钥匙|快递|天气",
  },
  animals: {
    en: "pet|dog|cat|puppy|kitten|animal|vet|horse|rabbit|hamster|bird|parrot|fish|aquarium|walk|leash|tortoise|guinea",
    de: "haustier|hund|katze|kater|welpe|tier|pferd|kaninchen|hamster|vogel|papagei|fisch|aquarium|gassi|schildkröt|meerschwein",
    fr: "animal|animaux|chien|chat|chiot|chaton|vétérinaire|cheval|lapin|hamster|oiseau|perroquet|poisson|aquarium|tortue|cochon d",
    es: "mascota|perr|gat|cachorro|animal|veterinari|caballo|conejo|hámster|pájaro|loro|pez|acuario|tortuga|cobaya",
    ru: "питом|собак|пёс|пес|кошк|кот|щен|котён|животн|ветерин|лошад|кролик|хомяк|птиц|попуга|рыбк|аквариум|черепах|морск",
    zh: "宠物|狗|猫|动物|兽医|马|兔|仓鼠|鸟|鹦鹉|鱼|龟",
  },
  travel: {
    en: "travel|trip|holiday|vacation|flight|fly|flying|plane|airport|hotel|train|passport|visa|luggage|pack|beach|abroad|tour|visit|itinerary|seat|weekend|camp|cruise|ferry",
    de: "reis|urlaub|ferien|flug|flieg|flughafen|hotel|zug|bahn|pass|visum|gepäck|koffer|strand|ausland|besuch|sitzplatz|wochenende|camp|kreuzfahrt|fähre",
    fr: "voyag|vacances|vol|avion|aéroport|hôtel|train|passeport|visa|bagage|valise|plage|étranger|visit|siège|week-end|camping|croisière|ferry",
    es: "viaj|vacaciones|vuel|vol|avión|aeropuerto|hotel|tren|pasaporte|visado|equipaje|maleta|playa|extranjero|visit|asiento|finde|camping|crucero|ferry",
    ru: "путешеств|поездк|отпуск|каникул|рейс|лете|лечу|самолёт|самолет|аэропорт|отел|гостиниц|поезд|паспорт|виз|багаж|чемодан|пляж|заграниц|поех|выходн|кемпинг|круиз|паром",
    zh: "旅|假期|度假|航班|飞|机场|酒店|火车|护照|签证|行李|海滩|国外|出国|座位|周末|露营|游轮",
  },
  devices: {
    en: "phone|iphone|android|laptop|computer|pc|mac|macbook|windows|linux|tablet|ipad|app|wifi|router|printer|camera|screen|keyboard|headphone|tv|television|console|watch|charger|install|software|browser|editor|browser|update|backup|program|code|coding|language|python|javascript|typescript|rust",
    de: "handy|telefon|iphone|android|laptop|rechner|computer|pc|mac|windows|linux|tablet|app|wlan|router|drucker|kamera|bildschirm|tastatur|kopfhörer|fernseh|konsole|uhr|ladegerät|installier|software|browser|editor|programm",
    fr: "téléphone|portable|iphone|android|ordinateur|ordi|pc|mac|windows|linux|tablette|appli|wifi|routeur|imprimante|appareil|écran|clavier|casque|télé|console|montre|chargeur|install|logiciel|navigateur|éditeur|program",
    es: "teléfono|móvil|iphone|android|portátil|ordenador|computador|pc|mac|windows|linux|tableta|app|wifi|router|impresora|cámara|pantalla|teclado|auricular|tele|consola|reloj|cargador|instal|software|navegador|editor|program",
    ru: "телефон|айфон|андроид|ноутбук|компьютер|пк|мак|windows|linux|планшет|приложен|вайфай|wi-fi|роутер|принтер|камер|экран|клавиатур|наушник|телевизор|консол|часы|зарядк|установ|программ|браузер|редактор",
    zh: "手机|电话|笔记本|电脑|平板|应用|网络|路由|打印|相机|屏幕|键盘|耳机|电视|游戏机|手表|充电|安装|软件|浏览器|编程|代码",
  },
  money: {
    en: "money|bank|budget|pay|paid|cost|price|salary|rent|loan|mortgage|tax|insur|saving|invest|buy|bought|expens|cheap|afford|bill|currency|euro|dollar|pound|subscription|gift|present",
    de: "geld|bank|budget|bezahl|zahl|kost|preis|gehalt|miete|kredit|steuer|versicher|spar|invest|kauf|teuer|billig|leisten|rechnung|währung|euro|abo|geschenk",
    fr: "argent|banque|budget|pay|coût|prix|salaire|loyer|prêt|crédit|impôt|assur|épargn|invest|achet|cher|facture|monnaie|euro|abonnement|cadeau",
    es: "dinero|banco|presupuesto|pag|cuest|precio|sueldo|alquiler|préstamo|hipoteca|impuesto|seguro|ahorr|invert|compr|caro|barato|factura|moneda|euro|suscripci|regalo",
    ru: "деньг|банк|бюджет|плат|стоит|цен|зарплат|аренд|кредит|ипотек|налог|страхов|копл|инвест|куп|дорог|дёшев|дешев|счёт|валют|евро|рубл|подписк|подар",
    zh: "钱|银行|预算|付|费|价|工资|租|贷|税|保险|存款|投资|买|贵|便宜|账单|货币|欧元|订阅|礼物",
  },
  study: {
    en: "study|studi|learn|school|university|college|class|course|exam|degree|student|language|speak|fluent|homework|lesson|teach|book|read|thesis|native|translate",
    de: "studi|lern|schul|uni|hochschul|klasse|kurs|prüfung|abschluss|schüler|sprache|sprech|fließend|hausaufgabe|unterricht|buch|les|muttersprach|übersetz",
    fr: "étud|appren|école|université|fac|classe|cours|examen|diplôme|élève|langue|parl|couramment|devoirs|leçon|livre|lis|lire|maternelle|tradui",
    es: "estudi|aprend|escuela|universidad|clase|curso|examen|título|alumn|idioma|lengua|habl|deberes|lecci|libro|leer|leo|matern|traduc",
    ru: "уч|школ|университет|вуз|класс|курс|экзамен|диплом|студент|язык|говор|домашн|урок|книг|чит|родн|перев",
    zh: "学|校|课|考试|学位|语言|说.{0,2}语|作业|书|读|翻译|母语",
  },
  leisure: {
    en: "hobby|sport|run|running|swim|bike|cycl|gym|yoga|football|soccer|tennis|climb|hik|ski|dance|music|guitar|piano|sing|film|movie|series|game|gaming|play|paint|photo|garden|train|marathon|evening|fun|relax|exercise|workout|concert|team",
    de: "hobby|sport|lauf|jogg|schwimm|rad|fahrrad|fitness|yoga|fußball|tennis|kletter|wander|ski|tanz|musik|gitarre|klavier|sing|film|serie|spiel|mal|foto|trainier|marathon|abend|entspann|konzert|verein",
    fr: "loisir|sport|cour|nage|vélo|gym|yoga|foot|tennis|escalad|randonn|ski|dans|musique|guitare|piano|chant|film|série|jeu|jou|pein|photo|entraîn|marathon|soir|détend|concert",
    es: "afici|deporte|corr|nad|bici|gimnasio|yoga|fútbol|tenis|escal|sender|esquí|bail|música|guitarra|piano|cant|película|serie|jueg|jug|pint|foto|entren|maratón|noche|relaj|concierto",
    ru: "хобби|спорт|бег|плав|велосипед|спортзал|йог|футбол|теннис|скалол|поход|лыж|танц|музык|гитар|пианино|пою|петь|фильм|кино|сериал|игр|рис|фото|трениров|марафон|вечер|отдых|концерт",
    zh: "爱好|运动|跑|游泳|骑|健身|瑜伽|足球|网球|爬山|登山|滑雪|跳舞|音乐|吉他|钢琴|唱|电影|剧|游戏|玩|画|摄影|马拉松|放松|音乐会",
  },
  vehicles: {
    en: "car|drive|driving|driver|licen|bus|train|tram|bike|bicycle|motor|scooter|garage|park|petrol|fuel|electric|commut|ride|taxi|wheel|tyre|tire|mechanic|transport",
    de: "auto|wagen|fahr|führerschein|bus|bahn|zug|rad|motorrad|roller|garage|park|benzin|tank|elektro|taxi|reifen|werkstatt|verkehr",
    fr: "voiture|condui|permis|bus|train|tram|vélo|moto|scooter|garage|parking|essence|électrique|taxi|pneu|garagiste|transport",
    es: "coche|carro|conduc|conduz|carné|autobús|tren|tranvía|bici|moto|patinete|garaje|aparca|gasolina|eléctric|taxi|neumátic|taller|transporte",
    ru: "машин|авто|вод|вожу|права|автобус|поезд|трамвай|велосипед|мотоцикл|самокат|гараж|парков|бензин|электро|такси|колес|шин|мастерск|транспорт",
    zh: "车|开车|驾|公交|地铁|火车|自行车|摩托|车库|停车|油|电动|出租|轮胎",
  },
};

const patterns = Object.values(subjectWords).map(
  ({ zh, ...spaced }) => new RegExp(`(?<![\\p{L}])(?:${Object.values(spaced).join("|")})|${zh}`, "iu"),
);

/** The parts of life that a text is about, as bits. */
export function readSubjects(text: string): number {
  return patterns.reduce((bits, pattern, place) => (pattern.test(text) ? bits | (1 << place) : bits), 0);
}
