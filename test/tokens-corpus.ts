/** Text of many kinds, written or generated for the tests of the token estimate. Every sample has 2,000 characters or more. */
export const prose: Readonly<Record<string, string>> = {
  English: `We moved the boat on a grey morning in April, three weeks later than planned, because the new mast had been cut four
centimetres too long and nobody noticed until it was already standing. My sister said that this was exactly the kind of thing
that happens to people who measure at night. She was right, of course, and she has reminded me of it at every dinner since.

The river was high. Branches drifted past us, and once a whole garden chair, still upright, as if somebody invisible were
taking a ride to the sea. We had packed bread, cheese, a thermos of coffee and far too many apples. The engine coughed twice,
thought about it, and then ran without complaint until the lock at Harding, where the keeper came out in his slippers and
asked whether we had a reservation. We had not. He opened the gates anyway and told us about his daughter, who studies
geology and sends him photographs of stones.

In the afternoon the wind turned. I wanted to put up the sails immediately, but Ruth insisted on reading the instructions
first, which had been translated from Finnish by someone with a sense of humour. "Pull gently the smaller rope until
happiness," it said. We pulled. The sail went up, hung there for a moment like washing, and then filled with a sound I had
been waiting to hear all winter. For two hours neither of us spoke. There is a particular silence that belongs to moving
water, and talking in it feels like walking across a clean floor with wet shoes.

We tied up at dusk behind a row of poplars. A farmer sold us eggs and asked, suspiciously, where we were going. When I
told him that we did not really know, he nodded, as though this were the first sensible answer he had heard in years. Later
we cooked the eggs with the last of the cheese and made a list of everything that still had to be repaired: the pump, the
lamp over the stove, the left window, and the hinge that sings whenever somebody opens the cupboard. I suggested keeping the
hinge. Some noises are company. Ruth wrote it down all the same, with a question mark, and fell asleep before the kettle boiled.`,

  Chinese: `去年秋天，我们全家搬到了城南的一个老小区。房子不大，但是阳台朝南，下午的时候阳光可以一直照到厨房的桌子上。刚搬进来的那几天，
到处都是纸箱，连喝水的杯子都找不到。妈妈说，搬家就像把自己的生活重新翻一遍，你会发现很多早就忘记的东西。她从一个旧箱子里找出了我小学时候
写的日记，里面有一页只写了一句话：“今天下雨，我什么也没做，很高兴。”我们笑了很久。

楼下有一家卖豆浆和油条的小店，老板姓周，每天早上五点就开门。他记得每一个老顾客喜欢吃什么，也记得谁家的孩子今年要考大学。我第一次去的时候，
他问我是不是新来的，我说是，他就多给了我一个鸡蛋，说这是规矩。后来我才知道，这个规矩是他自己定的，因为他刚来这个城市的时候，没有人认识他，
他一个人吃了三个月的早饭。他说，一个人吃饭最容易觉得时间过得慢。

冬天来得很快。十一月底下了第一场雪，小区里的孩子们在院子中间堆了一个很大的雪人，用两个核桃做眼睛，用一根胡萝卜做鼻子，还给它戴上了一顶红色的帽子。
过了两天，帽子不见了，大家都在猜是谁拿走的。结果发现是三楼的张奶奶，她看帽子破了一个洞，就拿回家补好，第二天又悄悄给雪人戴了回去。这件事在群里
传开以后，很多人把自己家里要补的衣服也送了过去。张奶奶一边抱怨，一边把活儿都接了下来，她说手里有事情做，晚上才睡得着。

我在家工作，有时候一整天都不说话。后来我养成了一个习惯，每天下午四点下楼走一圈，看看树，看看猫，再跟门口的保安聊几句天气。有一次停电，电梯也停了，
整栋楼的人都站在楼道里，打着手机的灯，第一次认真地互相介绍。有人拿出了水果，有人搬来了椅子，二楼的小伙子弹起了吉他，虽然弹得不太好，但是没有人走开。
电来的时候，大家居然有一点失望。

现在春天到了，阳台上的茉莉又长出了新的叶子。上个星期，我帮周老板写了一个简单的程序，用来记录每天要准备多少豆子。他看着屏幕上的数字，想了想，说：
“机器记得住数量，可是记不住谁今天心情不好，要多放一点糖。”我觉得他说得对，所以在程序里加了一个空白的地方，让他自己写备注。他很满意，又送了我一个鸡蛋。
这几天我一直在想，一个地方到底什么时候才算是家。也许不是搬进来的那一天，而是有人记得你喜欢什么，而你也开始替别人留意一些小事情的时候。晚上关灯以前，
我会听一听楼上的脚步声和远处火车的声音，然后很快就睡着了。

昨天我们开始准备夏天的计划。爸爸想去海边，妈妈想回老家看看外婆，妹妹只关心有没有网络。我们在桌子上铺开一张很大的地图，把想去的地方都画上圆圈，最后发现圆圈太多，
假期太少。爸爸提议抽签，妈妈不同意，她说重要的事情不能靠运气决定。于是我们约定，每个人写下三个理由，周末再讨论。妹妹的第一个理由是：海边的房子有很大的窗户，
可以看见日出。她从来没有在九点以前起过床，所以这个理由让大家都沉默了一会儿，然后一起笑了。其实去哪里都可以，只要路上还有人愿意停下来，等走得慢的那一个。
我把地图收好的时候，在背面看到了一行字，是很多年以前爸爸写的：下一次，走远一点。字已经有些模糊了，可是我还是认得出来。我没有告诉他们，只是把地图折得更小心了。

周末的讨论开了整整两个小时。最后的决定是先去外婆家住五天，再坐火车去海边住三天。外婆听说我们要来，从上个星期就开始打扫房间，还托人从镇上买了新的被子。她在电话里问我，
现在还吃不吃她做的红烧鱼。我说当然吃，她就放心地笑了。其实她每次都问同样的问题，我每次也给同样的回答，好像这是我们之间的一个暗号。

出发那天早上，闹钟没有响，全家人都睡过了头。爸爸一边找车票一边说不要着急，妈妈一边关窗户一边说都怪爸爸。我们跑到车站的时候，火车还有四分钟就要开了。妹妹背着最重的包，却跑在最前面，
她说她是为了占一个靠窗的位置。车开动以后，城市慢慢地退到后面去，田野一点一点地打开，远处有人在弯腰插秧，水面亮得像一面镜子。

坐在我对面的是一位中年妇女，她带着一只装在纸箱里的小鸭子。列车员检查的时候，小鸭子突然叫了一声，整个车厢都安静了下来。列车员看了看纸箱，又看了看她，认真地说：“这位乘客好像没有买票。”
大家都笑了，他也没有再问下去。那位妇女告诉我们，鸭子是送给孙子的生日礼物，孙子想要一只会走路的朋友，而她觉得手机里的不算。下车的时候，她把多带的两个橘子留给了妹妹，说路上要照顾好家里人。

到外婆家已经是傍晚了。院子里的灯亮着，桌子上摆满了菜，那盘红烧鱼放在正中间。外婆站在门口，个子好像又变矮了一点。她没有说想我们，只是问路上累不累，然后把最大的一块鱼放进了我的碗里。

夜里下了一场小雨。我睡在小时候睡过的那张木床上，听见雨点打在瓦片上，又听见外婆轻轻走过来，替妹妹把被子盖好。墙上的旧钟还是慢五分钟，从来没有人去调它。外婆说，慢一点没有关系，反正饭做好了自然会有人叫你。
我忽然明白，所谓的回来，大概就是知道有一个地方的时间一直在等着你。明天早上，我打算早一点起床，去河边看看那座石桥还在不在。`,

  Russian: `В начале лета мы с братом решили починить старый дом, который достался нам от бабушки. Он стоит на краю деревни, у самой
реки, и последние десять лет в нём никто не жил. Крыша протекала, дверь открывалась только плечом, а в печной трубе поселились
галки. Соседи советовали продать участок и не мучиться, но брат сказал, что дом, в котором тебя учили читать, не продают.

Первую неделю мы только выносили вещи. Нашли сундук с письмами, сломанный радиоприёмник, четыре пары валенок и банку варенья,
на которой бабушкиным почерком было написано: «Не открывать до свадьбы». Чьей свадьбы, мы так и не узнали. Варенье оказалось
сливовым и, как ни странно, вполне съедобным. Вечерами мы сидели на крыльце, пили чай и читали письма вслух. Дедушка писал редко,
зато подробно: сколько стоил билет, какая была погода и что он ел на обед. О чувствах он не говорил никогда, но в конце каждого
письма рисовал маленькую лодку.

Потом начались дожди. Мы накрыли крышу плёнкой и стали ждать. Брат учился класть кирпичи по книге, которую одолжил у
учителя физики, а я чинил окна и всё время резал пальцы. На третий день пришёл сосед, Павел Иванович, посмотрел на нашу работу,
тяжело вздохнул и молча взял мастерок. Оказалось, что он сорок лет складывал печи по всей области. Денег он не взял, попросил
только, чтобы зимой мы пустили его погреться и послушать, как гудит огонь.

К августу дом снова стал похож на дом. Мы покрасили ставни в синий цвет, как на старой фотографии, повесили полку для книг и
посадили у забора две яблони. Галок пришлось выселить, но брат сделал для них большой скворечник, и они, кажется, не обиделись.
В последний вечер приехала мама. Она долго ходила по комнатам, трогала стены, открывала и закрывала дверь, которая теперь не
скрипела. Потом села за стол и сказала, что скрип можно было бы и оставить. Мы засмеялись, а утром брат ослабил одну петлю, и
дверь снова запела. Теперь, когда меня спрашивают, зачем мы потратили на это целое лето, я не знаю, что ответить. Наверное, затем,
чтобы было куда возвращаться, когда идёт дождь.`,

  German: `Im letzten Herbst habe ich angefangen, jeden Morgen vor der Arbeit eine Stunde durch den Wald zu laufen. Eigentlich wollte ich
nur den Kopf frei bekommen, doch nach einigen Wochen kannte ich jeden Baumstumpf und jede Pfütze zwischen dem Parkplatz und der
alten Mühle. Mein Nachbar behauptet, dass man einen Ort erst versteht, wenn man ihn bei schlechtem Wetter gesehen hat. An
schlechtem Wetter fehlte es nicht.

Einmal begegnete mir eine Frau mit einem Handwagen voller Bienenkästen. Sie fragte, ob ich ihr über die Brücke helfen könne, und so
schoben wir gemeinsam, während sie mir erklärte, warum Bienen keine Eile mögen. Seitdem grüßen wir uns, und zu Weihnachten stand
ein Glas Honig vor meiner Tür, ohne Namen, nur mit einem Zettel: „Für die Brücke.“ Ich habe mich selten so über ein Geschenk gefreut.

Im Januar fror der Bach zu. Die Kinder aus der Siedlung bauten aus Brettern eine Rutsche, die bis zum gegenüberliegenden Ufer
reichte, und der Bürgermeister, der eigentlich wegen der Sicherheit gekommen war, rutschte nach kurzem Zögern selbst hinunter. In der
Zeitung stand am nächsten Tag ein Foto von ihm, mit fliegendem Schal und offenem Mund. Er wurde im Frühjahr mit großer Mehrheit
wiedergewählt, und manche sagen, die Rutsche habe den Ausschlag gegeben.

Seit März arbeite ich nur noch vier Tage in der Woche. Den freien Freitag verbringe ich meistens in der Werkstatt meines
Großvaters, wo es nach Leim und Sägespänen riecht und das Radio seit Jahrzehnten denselben Sender spielt. Zurzeit baue ich ein
Bücherregal, das genau unter die Dachschräge passen soll. Die Winkel stimmen nicht, die Wände sind krumm, und meine Geduld ist
begrenzt. Trotzdem gibt es kaum etwas Schöneres, als abends die Hände zu waschen und zu wissen, dass morgen wieder ein Brett weniger
fehlt. Mein Großvater hätte wahrscheinlich gelacht, dann die Wasserwaage geholt und mir gezeigt, dass nicht das Regal schief
ist, sondern das Haus. Er war der Meinung, man müsse mit den Dingen verhandeln, statt sie zu zwingen. Inzwischen glaube ich, dass er
damit nicht nur das Holz gemeint hat.`,

  French: `Mon oncle tenait une petite librairie près de la gare, une pièce étroite et sombre où l'on trouvait de tout, sauf ce qu'on était
venu chercher. Il refusait d'acheter un ordinateur et rangeait les livres selon un ordre qu'il était seul à comprendre : les
romans tristes près du radiateur, les récits de voyage à côté de la porte, et la poésie tout en haut, parce que, disait-il,
il faut la mériter. Les clients pressés repartaient les mains vides. Les autres revenaient chaque semaine.

L'été de mes quinze ans, il m'a demandé de l'aider. Je devais ouvrir les cartons, écrire les prix au crayon et préparer le
café à dix heures précises. Le premier jour, une vieille dame est entrée avec un parapluie rouge. Elle ne savait plus le titre du
livre qu'elle voulait, ni le nom de l'auteur ; elle se souvenait seulement qu'il y avait un phare et un chien. Mon oncle a réfléchi
longtemps, puis il a traversé la boutique, déplacé une pile entière et tendu à la dame un volume couvert de poussière. Elle s'est
mise à pleurer. Je n'ai jamais su si c'était le bon livre.

Le soir, nous fermions les volets et nous marchions le long du canal. Il me racontait comment il avait appris à lire sur les
étiquettes des bouteilles, dans le café de sa mère, et pourquoi il n'avait jamais quitté cette ville. « Les gens qui passent ont
besoin que quelqu'un reste », répétait-il. À l'époque, je trouvais cette phrase un peu ridicule. J'avais envie de partir, de
voir la mer, d'apprendre des langues dont personne autour de moi ne connaissait l'alphabet.

Je suis parti, bien sûr. J'ai vécu dans quatre pays, j'ai changé trois fois de métier, et j'ai perdu beaucoup de choses en
chemin. Quand la librairie a fermé, je suis revenu pour vider les étagères. Dans le tiroir de la caisse, sous les factures, il y avait
une enveloppe à mon nom. Elle contenait une clé, une photographie du canal sous la neige et la liste de tous les livres que
j'avais empruntés cet été-là sans les rendre. Il y en avait vingt-trois. Au bas de la page, il avait écrit : « Garde-les, mais
ouvre la porte de temps en temps. » J'habite maintenant au-dessus de la boutique. Le mardi et le samedi, je fais du café à dix
heures.`,

  Spanish: `Cuando mi abuela cumplió ochenta años, decidió que quería aprender a nadar. Nadie en la familia se lo tomó en serio. Había vivido
toda su vida en un pueblo de montaña, a más de trescientos kilómetros de la costa, y la única agua que conocía bien era la del
pozo. Sin embargo, un lunes por la mañana se presentó en la piscina municipal con un gorro amarillo y una bolsa llena de
mandarinas, y le dijo al socorrista que no pensaba marcharse hasta cruzar de un lado al otro.

Las primeras semanas fueron difíciles. Tenía miedo de meter la cabeza debajo del agua y se agarraba al borde con las dos manos.
El socorrista, un muchacho tranquilo que estudiaba para ser enfermero, no le metía prisa. Le enseñó a respirar despacio, a
flotar mirando el techo, a confiar en que el cuerpo sabe hacer cosas que la cabeza todavía no entiende. A cambio, ella le llevaba
comida y le contaba historias de la guerra, de los inviernos sin luz y del burro que sabía volver solo a casa.

En noviembre cruzó la piscina por primera vez. Tardó casi nueve minutos. Los demás nadadores se habían parado para mirarla, y
cuando por fin tocó la pared del otro lado, todos empezaron a aplaudir. Ella se quitó las gafas, miró alrededor con cara de
sorpresa y preguntó si había pasado algo importante. Después pidió una toalla y se comió dos mandarinas sentada en el suelo.

Aquel verano alquilamos una casa junto al mar. Llegamos de noche, así que hasta la mañana siguiente no pudo verlo. Se levantó
antes que nadie, bajó sola a la playa y estuvo allí más de una hora, de pie, con los zapatos en la mano. Yo la observaba desde la
ventana sin saber si debía acompañarla. Cuando volvió, traía el bajo del vestido mojado y los ojos muy abiertos. Dijo que era más
grande de lo que le habían contado, y que hacía demasiado ruido, pero que se podía hablar con él. Desde entonces volvemos cada
año. Ella ya no está, pero alguien de la familia siempre se levanta temprano el primer día, baja descalzo hasta la orilla y deja
sobre la arena una mandarina. No sabemos muy bien por qué lo hacemos. Supongo que es una manera de darle las gracias por no haber
preguntado nunca si era demasiado tarde.`,

  Japanese: `去年の春から、駅前の小さな喫茶店で週に三日だけ働いている。店の名前は「灯台」というのに、海までは電車で二時間もかかる。どうしてその名前にしたのかと店長に聞いたら、
「道に迷った人が来る店だから」と言って笑った。本当は、前の持ち主がつけた名前で、看板を変えるお金がなかっただけらしい。

朝の七時に店を開けると、まず常連の山本さんが来る。山本さんは元郵便局員で、毎日同じ席に座り、同じコーヒーを注文して、同じ新聞を最初から最後まで読む。
ある日、席に別の人が座っていたので、どうするのだろうと思って見ていたら、山本さんはしばらく入り口に立ってから、静かに隣の席に座った。そして小さな声で、
「ここから見ると、窓の外が少し違って見えますね」と言った。それからは、ときどき自分から席を変えるようになった。

雨の日はお客さんが少ない。そういう日は、店長が古いレコードをかけて、新しいケーキの練習をする。先週はレモンのケーキを焼いたけれど、砂糖と塩を間違えてしまい、
二人で一口食べて黙り込んだ。失敗したケーキは、近所の子どもたちに見せて、何が間違っているか当ててもらった。正解した子には、次の日にちゃんとしたケーキをあげる約束をした。
約束の日、その子は友だちを五人も連れて来た。

夏になると、店の前に朝顔を植える。水をやるのは私の仕事で、忘れると山本さんに注意される。去年の夏はとても暑くて、昼間に外を歩く人がほとんどいなかった。店長は
氷をたくさん入れた麦茶を入り口に置いて、「ご自由にどうぞ」と紙に書いた。配達の人や、散歩の途中のお年寄りや、道に迷った観光客が立ち止まって飲んでいった。
夕方に数えてみたら、コップが六十個も使われていた。売り上げにはならなかったけれど、店長はうれしそうに洗っていた。

秋の終わりに、店で小さな音楽会を開いた。ピアノを弾いたのは、いつも奥の席で宿題をしている高校生だった。緊張して最初の曲を二回も間違えたが、三回目に最後まで弾き終えると、
みんなが大きな拍手をした。山本さんは立ち上がって、昔、自分も音楽をやりたかったのだと話してくれた。五年も通っているのに、誰もそのことを知らなかった。

来月で、この仕事を始めてから一年になる。最初はただの短い仕事のつもりだった。でも今は、朝の光が窓から入ってきて、コーヒーの香りが店の中に広がる時間が、一日の中で一番好きだ。
人が何かを思い出したり、何かを決めたりするのは、たいてい大きな出来事の中ではなく、こういう静かな場所なのかもしれない。店長にそう言ったら、「それは時給を上げてほしいという意味ですか」
と聞かれた。もちろん違うと答えたけれど、次の月の給料は少しだけ増えていた。

昨日の夜、閉店のあとで看板の電球が切れた。店長は脚立を出して、自分で取り替えようとしたが、手が届かなかった。そこで私が上に登り、店長が下から脚立を押さえた。
新しい電球をつけると、道の向こうから歩いてきた人が足を止めて、こちらを見上げた。「まだ開いていますか」とその人は聞いた。店長は時計を見て、少し考えてから、扉を開けた。
雨が降り始めていたし、その人は大きな荷物を持っていたからだ。温かいスープを出すと、その人はゆっくり飲んで、これから新しい町で先生になるのだと話した。
名前のとおりの店ですね、と言われて、店長は照れくさそうに下を向いた。

次の朝、カウンターの上に小さな封筒が置いてあった。中には絵はがきが一枚入っていて、海と白い灯台の写真だった。裏には「おかげで迷わずに着きました」とだけ書いてあった。
店長はそれを額に入れて、レジの横の壁に飾った。山本さんは新聞を読む手を止めて、長い間その写真を眺めていた。そして急に、みんなで海を見に行きませんかと言い出した。

話はすぐに決まった。定休日の月曜日に、店長と山本さんと高校生と私の四人で、朝の電車に乗ることになった。お弁当は店長が作り、飲み物は私が用意し、山本さんは時刻表を調べた。高校生は何を持ってくればいいか
分からないと言うので、天気を担当してもらうことにした。当日は朝から雲ひとつない空で、高校生は少し得意そうな顔をしていた。

電車の窓から海が見えたとき、誰も何も言わなかった。山本さんは帽子を取って、静かに頭を下げた。あとで理由を聞くと、若いころに手紙を届けていた島が、あの水平線の向こうにあるのだそうだ。
灯台の上まで登るには百二十段の階段があり、途中で三回休んだ。上に着くと強い風が吹いていて、店長の帽子が飛ばされそうになった。私たちは並んで座り、冷めたおにぎりを食べた。今まで食べた中で、いちばんおいしいおにぎりだったと思う。

帰りの電車で、みんな眠ってしまった。目が覚めると外はもう暗くて、町の明かりが流れていくのが見えた。駅に着いて店の前を通ると、看板がいつもより少し明るく見えた。`,

  Korean: `작년 겨울에 나는 작은 섬에 있는 초등학교로 발령을 받았다. 학생은 모두 일곱 명이었고, 선생님은 나까지 세 명이었다. 배는 하루에 두 번만 다녔기 때문에, 바람이 심하게 부는 날에는
며칠 동안 섬에서 나갈 수 없었다. 처음에는 너무 조용해서 잠이 오지 않았다. 도시에서는 밤에도 자동차 소리가 들렸는데, 여기에서는 파도 소리밖에 들리지 않았다.

첫날 교실에 들어갔을 때 아이들은 나를 한참 동안 쳐다보기만 했다. 그중에서 가장 어린 민수가 손을 들고 물었다. “선생님도 일 년만 있다가 가실 거예요?” 나는 뭐라고 대답해야 할지
몰라서 잠깐 생각하다가, 아직 모르겠다고 솔직하게 말했다. 민수는 고개를 끄덕이더니, 그러면 일단 친하게 지내자고 했다. 그날 점심시간에 아이들은 나를 데리고 섬을 한 바퀴 돌았다.
어느 바위에서 낚시가 잘되는지, 어느 집 개가 무는지, 그리고 어디에 서면 육지의 불빛이 보이는지 알려 주었다.

봄이 되자 우리는 학교 뒤에 텃밭을 만들었다. 상추와 고추와 감자를 심었는데, 감자는 너무 일찍 캐는 바람에 구슬만큼 작았다. 아이들은 실망하지 않고 그 작은 감자를 모두 삶아서
마을 어른들에게 나누어 드렸다. 어른들은 웃으면서 이렇게 귀한 감자는 처음 먹어 본다고 하셨다. 다음 날 아침, 학교 문 앞에는 생선과 김과 따뜻한 떡이 놓여 있었다. 누가 가져다 놓았는지는
아무도 말해 주지 않았다.

여름 방학에는 친구들이 놀러 왔다. 친구들은 사진을 많이 찍었고, 이런 곳에서 살면 마음이 편하겠다고 말했다. 나는 그렇다고 대답했지만, 사실 태풍이 오는 밤에는 무섭기도 했다. 전기가 끊기고
창문이 흔들리면 아이들의 집이 괜찮은지 걱정이 되었다. 그럴 때면 이장님이 손전등을 들고 집집마다 다니면서 안부를 물으셨다. 마지막에는 꼭 학교에 들러서 나와 함께 차를 한 잔 마시고 가셨다.

이제 곧 일 년이 된다. 교육청에서 다른 학교로 옮기고 싶은지 묻는 편지가 왔다. 나는 그 편지를 책상 서랍에 넣어 두고 며칠 동안 꺼내 보지 않았다. 어제 민수가 교실에 남아서 그림을 그리고 있었다.
그림 속에는 학교와 텃밭과 일곱 명의 아이들이 있었고, 운동장 가운데에 내가 서 있었다. 민수는 내 옆에 빈자리를 하나 남겨 두었다. 누구 자리냐고 물었더니, 내년에 입학할 동생 자리라고 했다. 나는
그날 저녁에 답장을 썼다. 아주 짧은 답장이었다. 그리고 바닷가로 나가서 육지의 불빛을 오래 바라보았다. 불빛은 여전히 예뻤지만, 이제는 그쪽이 아니라 이쪽이 집처럼 느껴졌다.

오늘 아침에는 첫눈이 내렸다. 아이들은 수업이 시작되기도 전에 운동장으로 뛰어나갔고, 나도 장갑을 끼고 따라 나갔다. 우리는 눈을 굴려서 커다란 배를 만들었다. 민수는 선장이 되고 싶다고 했고, 다른 아이들은 어디로 갈지 서로 다투기 시작했다. 누구는 서울로, 누구는 제주도로, 누구는 달까지 가자고 했다. 결국 우리는 아무 데도 가지 않기로 했다. 대신 눈이 녹을 때까지 매일 한 번씩 배에 올라타서, 그날 보이는 것을 공책에 적기로 약속했다. 첫 번째 줄에는 이렇게 쓰여 있다. 바다는 회색, 바람은 조금, 모두 무사함.

며칠 뒤에 육지에서 손님이 한 분 오셨다. 오래전에 이 학교를 졸업하고 지금은 큰 배를 모는 기관장이 되신 분이었다. 아이들은 눈으로 만든 배를 보여 드리면서 어디가 잘못되었는지 물어보았다.
손님은 장갑을 벗고 배를 천천히 한 바퀴 돌아보시더니, 엔진이 없는 것만 빼면 완벽하다고 하셨다. 그러자 민수가 엔진은 우리 마음속에 있다고 대답했다. 손님은 크게 웃으시고, 점심을 먹으면서 먼 나라의 항구에서
겪은 일들을 들려주셨다. 고래를 만난 이야기, 폭풍 속에서 사흘 동안 잠을 자지 못한 이야기, 그리고 말이 통하지 않는 사람들과 함께 김치찌개를 끓여 먹은 이야기였다.

저녁 배를 타기 전에 손님은 교실에 남아 있는 낡은 풍금을 한참 바라보셨다. 그리고 자신이 어렸을 때 그 풍금 옆에서 노래를 부르다가 혼난 적이 있다고 말씀하셨다. 나는 뚜껑을 열고 아무 건반이나 눌러 보았다. 소리는 조금 이상했지만
아직 살아 있었다. 손님은 한 곡을 끝까지 연주하셨고, 아이들은 가사를 모르면서도 모두 따라 불렀다. 배가 떠난 뒤에도 그 노래는 오랫동안 섬에 남아 있었다.`,

  Arabic: `في نهاية الشارع الذي ولدت فيه دكان صغير لإصلاح الساعات، وصاحبه رجل هادئ اسمه أبو سامي. كان يجلس كل صباح خلف طاولة خشبية قديمة، ويضع نظارته على طرف أنفه، ويفتح الساعات واحدة
بعد أخرى كأنه يقرأ رسائل من أصدقاء بعيدين. عندما كنت صغيرا، كنت أظن أنه يعرف كم بقي من الوقت في هذا العالم، ولذلك لم أجرؤ على سؤاله عن شيء.

في أحد الأيام تعطلت ساعة جدي، فأرسلتني أمي بها إليه. نظر إليها طويلا، ثم قال إن الساعة ليست معطلة، بل متعبة فقط. طلب مني أن أعود بعد أسبوع، وأن أحضر معي سؤالا جيدا. بقيت أفكر في
السؤال سبعة أيام كاملة. وعندما عدت سألته: لماذا تمشي الساعات كلها بالسرعة نفسها، مع أن بعض الأيام أطول من غيرها؟ ضحك حتى دمعت عيناه، وأعطاني قطعة من الحلوى، وقال إنني أستطيع أن أزوره متى
أردت.

صرت أذهب إليه بعد المدرسة. علمني كيف أمسك البرغي الصغير دون أن يسقط، وكيف أسمع صوت الساعة قبل أن أفتحها. كان يقول إن معظم الناس يستعملون عيونهم قبل آذانهم، وهذا خطأ. وكان يحكي لي عن
المدن التي زارها، وعن السفينة التي عمل فيها وهو شاب، وعن صديق فقده في ميناء بعيد ولم يعرف عنه شيئا بعد ذلك. كانت في الدكان ساعة كبيرة معلقة على الجدار لا تعمل، ولم يحاول أن يصلحها أبدا.
سألته عنها مرة فقال إنها تنتظر صاحبها.

مرت السنوات، وسافرت للدراسة، وصرت أكتب إليه في كل عيد. كان يرد برسائل قصيرة، فيها أخبار الحي وأسماء الذين تزوجوا والذين رحلوا. في الصيف الماضي رجعت إلى البيت، ووجدت الدكان مغلقا. أخبرني
الجيران أنه مريض، وأنه يسأل عني. ذهبت إليه في المساء، فوجدته جالسا قرب النافذة، وعلى ركبتيه الساعة الكبيرة. قال لي: جاء صاحبها أخيرا. ثم وضعها بين يدي.

لم أفهم في البداية. لكنه ابتسم وأشار إلى الأدوات على الطاولة. عملنا معا حتى منتصف الليل، هو يتكلم وأنا أعمل، حتى تحركت العقارب وسمعنا الصوت الذي لم يسمعه أحد منذ أربعين عاما. قال إن الدكان لا
يحتاج إلى رجل يعرف كل شيء، بل إلى رجل يحب أن يسأل. واليوم أفتح الباب كل صباح في الساعة الثامنة، وأجلس خلف الطاولة نفسها. وعندما يدخل طفل يحمل ساعة متعبة، أطلب منه أن يعود بعد أسبوع، وأن يحضر
معه سؤالا جيدا.

في الأسبوع الماضي جاءت فتاة صغيرة ومعها ساعة وردية من البلاستيك، وقالت إنها لا تريد إصلاحها، بل تريد أن تعرف ماذا يوجد في داخلها. جلسنا معا ساعة كاملة، وفتحنا الغطاء، وعددنا القطع، ووضعنا
كل قطعة على ورقة بيضاء وكتبنا اسمها بجانبها. وعندما انتهينا سألتني إن كان الوقت يوجد في القطعة الصغيرة أم في القطعة الكبيرة. قلت لها إنني سأفكر في الأمر، وإن عليها أن تعود يوم الخميس. أظن أن أبا سامي كان
سيحب هذا السؤال كثيرا.`,

  Hindi: `पिछले साल बारिश के मौसम में हमारे गाँव का पुराना पुल टूट गया। नदी के उस पार स्कूल था, बाज़ार था और डॉक्टर का घर भी। कुछ दिनों तक लोग नाव से आते जाते रहे, लेकिन पानी बहुत तेज़ था और हर किसी को डर लगता था।
मेरी दादी ने कहा कि जब वह छोटी थीं, तब भी पुल टूटा था, और उस समय सब लोगों ने मिलकर नया पुल बनाया था। किसी ने उनकी बात पर ध्यान नहीं दिया, क्योंकि सबको लगता था कि सरकार कुछ करेगी।

एक महीना बीत गया और कुछ नहीं हुआ। फिर एक सुबह दादी अपनी लाठी लेकर नदी के किनारे पहुँचीं और वहाँ एक कुर्सी पर बैठ गईं। जो भी वहाँ से गुज़रता, वह उससे पूछतीं कि वह पुल के लिए क्या दे सकता है। किसी के पास लकड़ी थी,
किसी के पास रस्सी, और किसी के पास सिर्फ़ समय था। दादी ने सबका नाम एक पुरानी कॉपी में लिख लिया। शाम तक उस कॉपी के चार पन्ने भर गए थे। अगले दिन काम शुरू हो गया।

मेरे चाचा शहर में इंजीनियर हैं। उन्होंने फ़ोन पर बताया कि खंभे कितने गहरे होने चाहिए और पत्थर कहाँ से लाने चाहिए। बच्चे सुबह पानी और चाय लेकर आते, और दोपहर में अपनी पढ़ाई वहीं पेड़ के नीचे बैठकर करते। मास्टर जी भी
नाव से इस पार आ गए और उन्होंने कहा कि इस साल गणित की कक्षा पुल पर ही होगी। हमने कोण, लंबाई और वज़न के बारे में जितना उस महीने में सीखा, उतना पूरे साल में नहीं सीखा था।

काम आसान नहीं था। दो बार तेज़ बारिश आई और आधा बना हुआ ढाँचा बह गया। कुछ लोग निराश होकर घर चले गए। तब दादी ने अपनी कॉपी खोली और सबके नाम ज़ोर से पढ़ने शुरू किए। जिसका नाम आता, वह चुपचाप उठकर वापस काम पर लग जाता।
मुझे आज भी याद है कि उस दिन किसी ने कोई बहाना नहीं बनाया।

दिवाली से तीन दिन पहले पुल तैयार हो गया। सबसे पहले दादी को उस पर चलना था, लेकिन उन्होंने मना कर दिया। उन्होंने कहा कि पहले वे बच्चे जाएँगे जो रोज़ चाय लेकर आते थे। हम सब हँसते हुए दौड़ पड़े। बीच में पहुँचकर मैंने पीछे मुड़कर
देखा। दादी अपनी कुर्सी पर बैठी थीं और कॉपी में कुछ लिख रही थीं। बाद में मैंने वह पन्ना देखा। उस पर लिखा था कि काम पूरा हुआ, लेकिन कुर्सी यहीं रहेगी, क्योंकि कभी न कभी फिर बारिश आएगी। वह कुर्सी आज भी नदी के किनारे रखी है, और
शाम को कोई न कोई उस पर बैठा मिल जाता है।

इस साल गर्मियों में मेरे चाचा शहर से आए और उन्होंने पुल को ध्यान से देखा। उन्होंने हर खंभे पर हाथ रखा, रस्सियों को खींचा और फिर बहुत देर तक चुप रहे। आख़िर में उन्होंने कहा कि किताबों के हिसाब से यह पुल इतना मज़बूत नहीं होना चाहिए,
लेकिन यह है। दादी ने हँसकर जवाब दिया कि किताबों में गाँव वालों के नाम नहीं लिखे होते।`,
};

export const typescript = `import { createHash } from "node:crypto";
import type { Clock, Ledger, Transfer } from "./ledger.js";

export interface Account {
  readonly id: string;
  readonly owner: string;
  readonly currency: "EUR" | "USD" | "JPY";
  balance: bigint;
  frozen?: boolean;
}

type Result<T> = { ok: true; value: T } | { ok: false; reason: string };

const LIMIT_PER_DAY = 25_000n;
const RETRYABLE = new Set(["ECONNRESET", "ETIMEDOUT", "EPIPE"]);

/** Moves money between two accounts, once: the same key twice is the same transfer. */
export async function transferMoney(ledger: Ledger, clock: Clock, request: Transfer): Promise<Result<string>> {
  const { from, to, amount, key } = request;
  if (amount <= 0n) return { ok: false, reason: \`amount must be positive, got \${amount}\` };

  const [source, target] = await Promise.all([ledger.find(from), ledger.find(to)]);
  if (source === undefined || target === undefined) {
    return { ok: false, reason: "unknown account" };
  }
  if (source.currency !== target.currency) {
    throw new TypeError(\`cannot convert \${source.currency} to \${target.currency} yet\`);
  }

  const today = clock.now().toISOString().slice(0, 10);
  const spent = await ledger.spentOn(source.id, today);
  if (spent + amount > LIMIT_PER_DAY) return { ok: false, reason: "daily limit reached" };

  const entryId = createHash("sha256").update(\`\${from}:\${to}:\${key}\`).digest("hex").slice(0, 24);
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await ledger.transaction(async (tx) => {
        if (await tx.has(entryId)) return;
        source.balance -= amount;
        target.balance += amount;
        await tx.insert({ id: entryId, debit: source.id, credit: target.id, amount, at: clock.now() });
      });
      return { ok: true, value: entryId };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "";
      if (!RETRYABLE.has(code) || attempt === 2) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50 * 2 ** attempt));
    }
  }
  return { ok: false, reason: "unreachable" };
}

export class AccountView {
  #listeners = new Map<string, Array<(account: Account) => void>>();

  constructor(private readonly accounts: ReadonlyMap<string, Account>) {}

  subscribe(id: string, listener: (account: Account) => void): () => void {
    const list = this.#listeners.get(id) ?? [];
    list.push(listener);
    this.#listeners.set(id, list);
    return () => this.#listeners.set(id, list.filter((other) => other !== listener));
  }

  total(predicate: (account: Account) => boolean = () => true): bigint {
    return [...this.accounts.values()].filter(predicate).reduce((sum, { balance }) => sum + balance, 0n);
  }
}
`;

export const python = `"""Reads weather stations and writes one summary a day."""

from __future__ import annotations

import argparse
import csv
import logging
import statistics
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Iterable, Iterator

log = logging.getLogger(__name__)

MISSING = -9999.0
COLUMNS = ("station_id", "timestamp", "temp_c", "humidity_pct", "wind_kmh")


@dataclass(slots=True)
class Reading:
    station: str
    at: datetime
    temperature: float
    humidity: float | None = None
    wind: float = 0.0
    tags: set[str] = field(default_factory=set)

    @property
    def feels_like(self) -> float:
        if self.temperature > 10 or self.wind < 4.8:
            return self.temperature
        v = self.wind ** 0.16
        return 13.12 + 0.6215 * self.temperature - 11.37 * v + 0.3965 * self.temperature * v


def read_rows(path: Path) -> Iterator[Reading]:
    with path.open(newline="", encoding="utf-8") as handle:
        for number, row in enumerate(csv.DictReader(handle, fieldnames=COLUMNS), start=1):
            try:
                temperature = float(row["temp_c"])
                if temperature == MISSING:
                    continue
                yield Reading(
                    station=row["station_id"].strip().upper(),
                    at=datetime.fromisoformat(row["timestamp"]),
                    temperature=temperature,
                    humidity=float(row["humidity_pct"] or "nan"),
                    wind=max(0.0, float(row["wind_kmh"])),
                )
            except (KeyError, ValueError) as error:
                log.warning("%s:%d skipped: %r", path.name, number, error)


def summarise(readings: Iterable[Reading], day: date) -> dict[str, dict[str, float]]:
    groups: dict[str, list[Reading]] = defaultdict(list)
    for reading in readings:
        if day <= reading.at.date() < day + timedelta(days=1):
            groups[reading.station].append(reading)
    return {
        station: {
            "min": min(r.temperature for r in rows),
            "max": max(r.temperature for r in rows),
            "mean": round(statistics.fmean(r.temperature for r in rows), 2),
            "chill": min(r.feels_like for r in rows),
        }
        for station, rows in sorted(groups.items())
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--day", type=date.fromisoformat, default=date.today())
    parser.add_argument("-v", "--verbose", action="store_true")
    args = parser.parse_args()
    logging.basicConfig(level=logging.DEBUG if args.verbose else logging.INFO)
    rows = (reading for path in args.files for reading in read_rows(path))
    for station, values in summarise(rows, args.day).items():
        print(station, *(f"{name}={value:.1f}" for name, value in values.items()), sep="\\t")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
`;

export const markdown = `# Harbour notes

A small service that keeps track of **who is moored where**, since when, and what they still owe. It has no accounts and no
cookies; the harbour master signs in with a key that hangs on a nail.

## Getting started

1. Install the tool: \`npm install --global harbour-notes\`
2. Create a folder for the data: \`mkdir -p ~/harbour && cd ~/harbour\`
3. Start it with \`harbour serve --port 7070\` and open <http://localhost:7070>

> **Note:** the first start asks for the number of berths. You can change it later, but only upwards.

## Commands

| Command          | What it does                           | Default     |
| ---------------- | -------------------------------------- | ----------- |
| \`harbour serve\`  | Starts the page for the harbour master | port 7070   |
| \`harbour moor\`   | Writes down an arrival                 | today, noon |
| \`harbour leave\`  | Writes down a departure and the bill   | now         |
| \`harbour report\` | Prints the month as CSV or Markdown    | \`--as csv\`  |

### Options

- \`--berth <number>\`: the place on the pier, counted from the land
- \`--length <metres>\`: rounded up to the next half metre
- \`--quiet\`: prints nothing but errors
  - combine it with \`--json\` in scripts
  - see also the section on [exit codes](#exit-codes)

\`\`\`sh
harbour moor "Sea Biscuit" --berth 14 --length 9.5
harbour report --month 2031-07 --as markdown > july.md
\`\`\`

## Exit codes

* \`0\`: everything went well
* \`1\`: the berth is taken, or the boat is too long for it
* \`2\`: the command was not understood

## Questions

**Can two people use it at once?** Yes. The last one to write wins, and the other one sees a yellow line that says so. We thought
about locking, tried it for a summer, and found that people shout across the pier anyway.

**Where are my data?** In one file, \`harbour.ndjson\`. Copy it, print it, put it under version control. Each line is one event, and
no line is ever changed; a correction is a new line with \`"corrects"\` set to the number of the old one.

---

Made by three sailors and a cat. See [CHANGELOG.md](./CHANGELOG.md) for what is new, and [CONTRIBUTING.md](./CONTRIBUTING.md) for
how to help.
`;

export function logs(): string {
  const next = dice(11);
  const paths = ["/api/orders", "/api/orders/42/items", "/healthz", "/login", "/assets/app.3f9c1.js", "/api/users/me"];
  const levels = ["INFO", "INFO", "INFO", "WARN", "ERROR", "DEBUG"];
  return lines(60, (index) => {
    const stamp = new Date(1_900_000_000_000 + index * 1_370 + next(900)).toISOString();
    const level = pick(levels, next);
    if (level === "ERROR")
      return `${stamp} ERROR [worker-${next(8)}] job ${id(next, 8)} failed after ${next(5000)}ms: connect ECONNREFUSED 10.0.${next(255)}.${next(255)}:5432`;
    return `${stamp} ${level.padEnd(5)} [http] ${pick(["GET", "POST", "PUT"], next)} ${pick(paths, next)} status=${pick(["200", "201", "304", "404", "500"], next)} bytes=${next(90_000)} took=${next(800)}ms request_id=${id(next, 12)}`;
  });
}

/** Colours and cursor moves, as a terminal gets them. */
export function terminal(): string {
  const next = dice(9);
  const words = ["compiled", "src/harbour.ts", "skipped", "test", "passed", "3 warnings", "in", "watching for changes"];
  return lines(70, () => {
    const colour = `\u001b[${30 + next(8)}m`;
    return `\u001b[2K\u001b[1G${colour}${pick(["✓", "×", "-", "●"], next)}\u001b[39m ${pick(words, next)} \u001b[1m${pick(words, next)}\u001b[22m ${next(900)}ms`;
  });
}

export function diff(): string {
  const added = typescript.split("\n").map((line) => `+${line.replace("amount", "cents").replace("ledger", "book")}`);
  const removed = typescript.split("\n").map((line) => `-${line}`);
  const kept = typescript.split("\n").map((line) => ` ${line}`);
  const hunks = kept.map((line, index) => [line, removed[index], added[index]][index % 3]).join("\n");
  const header =
    "diff --git a/src/transfer.ts b/src/transfer.ts\nindex 83b1e0f..c97d21a 100644\n--- a/src/transfer.ts\n+++ b/src/transfer.ts\n";
  return `${header}@@ -1,72 +1,72 @@\n${hunks}\n`;
}

export function json(indent: number): string {
  const next = dice(5);
  const names = ["Front Desk", "Night Shift", "Ground Crew", "Lønn og Økonomi", "Dział Zakupów"];
  const orders = Array.from({ length: 24 }, (_, index) => ({
    id: uuid(next),
    number: 10_400 + index,
    customer: { name: pick(names, next), email: `customer${next(900)}@example.com`, vip: next(4) === 0 },
    items: Array.from({ length: 1 + next(3) }, () => ({
      sku: `SKU-${next(90_000) + 10_000}`,
      title: pick(["Wool blanket", "Enamel mug, blue", "Notebook A5", "Bicycle bell", "Lamp shade"], next),
      quantity: 1 + next(4),
      price: Number((next(9000) / 100).toFixed(2)),
    })),
    created_at: new Date(1_900_000_000_000 + next(80_000_000)).toISOString(),
    status: pick(["paid", "shipped", "cancelled", "waiting_for_payment"], next),
    note: next(3) === 0 ? null : "Please leave the parcel with the neighbour.",
    location: [next(180_000_000) / 1e6 - 90, next(360_000_000) / 1e6 - 180],
  }));
  return JSON.stringify({ page: 1, total: 24, orders }, null, indent);
}

export function base64(): string {
  const next = dice(3);
  return Buffer.from(Array.from({ length: 3000 }, () => next(256))).toString("base64");
}

export function hex(): string {
  const next = dice(4);
  return Buffer.from(Array.from({ length: 2000 }, () => next(256))).toString("hex");
}

export function uuids(): string {
  const next = dice(6);
  return lines(80, () => uuid(next));
}

/** Strings a person or a program may send alone. */
export const tiny: readonly string[] = [
  ..."a Z 0 7 . , ! ? - _ # @ é ß ñ я Ж 你 の 한 ع ह ก 😀 👍 🎉 🫠 ✅ ❤️ 🇩🇪 👩‍💻 👨‍👩‍👧‍👦 → … “ € ☕ ⚠️".split(" "),
  ..."ok yes no hello Hello HELLO thanks strawberry incomprehensibility antidisestablishmentarianism lol wtf brb".split(
    " ",
  ),
  ..."Guten Straßenbahnhaltestelle château mañana спасибо Здравствуйте 谢谢 ありがとう 감사합니다 شكرا धन्यवाद".split(
    " ",
  ),
  ..."/ /help /start ./src/index.ts src/core/text/tokens/count-tokens.ts C:\\Users\\me\\notes.txt ~/.ssh/config https://example.com/a?b=c&d=1".split(
    " ",
  ),
  ..."42 3.14 2031-07-14 12:30 +49301234567 1,000,000 10% #fff v1.2.3 user@example.com getElementById snake_case_name".split(
    " ",
  ),
  ..."{} [] () null true => === && || // /* */ --- *** ``` <br> </div> \\n <|endoftext|> \u0000 \ufeff \u200b".split(
    " ",
  ),
  " ",
  "\n",
  "\t",
  "\r\n",
  "   ",
  "\n\n\n",
  " \n ",
  "Good morning!",
  "what time is it",
  "See you at 8 :)",
];

function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function pick(choices: readonly string[], next: (below: number) => number): string {
  return choices[next(choices.length)] ?? "";
}

function id(next: (below: number) => number, length: number): string {
  const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  return Array.from({ length }, () => letters[next(letters.length)]).join("");
}

function uuid(next: (below: number) => number): string {
  const digits = Array.from({ length: 32 }, () => "0123456789abcdef"[next(16)]).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function lines(count: number, line: (index: number) => string): string {
  return `${Array.from({ length: count }, (_, index) => line(index)).join("\n")}\n`;
}
