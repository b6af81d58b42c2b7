/** A group of eight neighbours with an assistant: what they tell each other, and what they ask for later. */
import type { AskedKind } from "./talk-source.js";

export interface GroupTold {
  readonly key: string;
  /** Days since the talk began. */
  readonly day: number;
  /** One of the people, or the agent. */
  readonly by: string;
  readonly said: string;
}

export interface GroupAsked {
  readonly kind: AskedKind;
  readonly by: string;
  readonly text: string;
  readonly keys: readonly string[];
}

export const groupAgent = "Ivy";
export const groupPeople = ["Amara", "Ben", "Chloé", "Dmitri", "Elena", "Felix", "Greta", "Hao"];

/** Told by day, person and text. */
export const groupTold: readonly GroupTold[] = [
  {
    key: "van",
    day: 6,
    by: "Ben",
    said: "I can drive the van to the coast, I only need somebody who sits up front and keeps me awake.",
  },
  {
    key: "hose",
    day: 8,
    by: "Greta",
    said: "The hose behind the greenhouse is split in two places, I've ordered a new one, thirty metres.",
  },
  {
    key: "insurance",
    day: 10,
    by: "Felix",
    said: "I asked at the town hall: for the party we need liability cover, 86 euros for the weekend, and I've paid it.",
  },
  { key: "salads", day: 12, by: "Amara", said: "I'll bring the two big salads and the lemonade, as last year." },
  {
    key: "drums",
    day: 13,
    by: "Hao",
    said: "My brother lends us his drum kit, but it has to be back on Sunday by noon.",
  },
  {
    key: "beds",
    day: 15,
    by: "Elena",
    said: "So it's settled: beds 3 and 4 are for the school class, we others keep 1, 2 and 5.",
  },
  {
    key: "shed-code",
    day: 17,
    by: "Dmitri",
    said: "New number for the padlock on the shed: 4417, please don't write it on the door again.",
  },
  {
    key: "rehearsal",
    day: 19,
    by: "Felix",
    said: "Rehearsal is on Tuesdays at half past seven from now on, in the cellar of number 9.",
  },
  {
    key: "vegan",
    day: 20,
    by: "Chloé",
    said: "By the way, Elise and I don't eat anything from animals since January, honey included.",
  },
  {
    key: "wasps",
    day: 22,
    by: "Ben",
    said: "I'm badly allergic to wasp stings, the pen is in the red pouch in my rucksack, just so you know.",
  },
  {
    key: "cottage",
    day: 23,
    by: "Greta",
    said: "The house at the coast is ours from 12 to 15 June, eight beds, 520 euros for all of us.",
  },
  {
    key: "deposit",
    day: 25,
    by: "Amara",
    said: "I've transferred the deposit for the house, 150 euros, please give me your shares.",
  },
  {
    key: "tomatoes",
    day: 27,
    by: "Hao",
    said: "I've got forty tomato plants on the windowsill, who wants some takes some.",
  },
  {
    key: "mower",
    day: 28,
    by: "Dmitri",
    said: "The mower is at the repair shop, the blade hit a stone, back in ten days.",
  },
  {
    key: "songs",
    day: 30,
    by: "Elena",
    said: "For the party I'd like us to play the three slow ones first and the loud ones only after nine.",
  },
  {
    key: "tent",
    day: 32,
    by: "Chloé",
    said: "The marquee costs 210 for two days, with a floor 260, I've reserved the one with a floor.",
  },
  {
    key: "rehearsal-moved",
    day: 34,
    by: "Felix",
    said: "Sorry, the cellar is taken on Tuesdays: we rehearse on Thursdays at eight, same place.",
  },
  {
    key: "compost",
    day: 36,
    by: "Greta",
    said: "Please no cooked leftovers on the compost any more, we've had rats twice.",
  },
  { key: "exam", day: 37, by: "Hao", said: "I passed the last exam, I'm an electrician with a paper now!" },
  {
    key: "cover",
    day: 39,
    by: "Ben",
    said: "The gasket of the van is gone, 380 euros, I'll have it done before the trip.",
  },
  {
    key: "photos",
    day: 41,
    by: "Amara",
    said: "I'll take the pictures at the party and put them on a stick for everyone.",
  },
  { key: "knee", day: 43, by: "Dmitri", said: "The operation went well, six weeks on crutches, so no digging for me." },
  {
    key: "permit",
    day: 44,
    by: "Elena",
    said: "We may make music until eleven, the neighbours at number 12 have signed too.",
  },
  {
    key: "seeds",
    day: 46,
    by: "Chloé",
    said: "The bean seeds from my grandmother are in the tin on the top shelf, please leave half for next year.",
  },
  {
    key: "departure",
    day: 47,
    by: "Ben",
    said: "Let's meet at the van at seven in the morning on the 12th, whoever is late takes the train.",
  },
  {
    key: "departure-moved",
    day: 54,
    by: "Ben",
    said: "Because of the roadworks we leave for the coast at half past five already, same place.",
  },
  { key: "cake", day: 49, by: "Felix", said: "I bake two sheets of plum cake for the fête." },
  { key: "grill", day: 51, by: "Hao", said: "The big grill and the charcoal come from me." },
  {
    key: "whistle",
    day: 52,
    by: "Greta",
    said: "Found a silver bracelet next to bed 2, it's in the drawer in the shed.",
  },
  {
    key: "ivy-slugs",
    day: 24,
    by: groupAgent,
    said: "Against slugs I'd lay a collar of copper tape around the lettuce and collect them at dusk; coffee grounds help little.",
  },
  {
    key: "ivy-route",
    day: 48,
    by: groupAgent,
    said: "I'd take the coast road over Saint-Valery instead of the motorway: twenty minutes longer, no toll and a bakery halfway.",
  },
  {
    key: "french",
    day: 33,
    by: "Chloé",
    said: "Pour la fête, ma mère peut nous prêter quarante assiettes et tous les verres, il suffit de venir les chercher à Rouen.",
  },
  {
    key: "russian",
    day: 35,
    by: "Dmitri",
    said: "Я договорился с соседом: он отдаёт нам старую теплицу бесплатно, разобрать надо до двадцатого мая.",
  },
  {
    key: "spanish",
    day: 40,
    by: "Elena",
    said: "Mi primo puede tocar la trompeta con nosotros en la fiesta, pero solo hasta las diez.",
  },
  {
    key: "german",
    day: 42,
    by: "Greta",
    said: "Das Regenfass hat unten einen Riss, ich dichte es am Wochenende mit Teichfolie ab.",
  },
  { key: "chinese", day: 45, by: "Hao", said: "我爸爸说可以帮我们给工具房接电，五一以后有空。" },
];

export const groupAsked: readonly GroupAsked[] = [
  { kind: "other words", by: "Elena", text: "Who offered to be at the wheel for our trip to the sea?", keys: ["van"] },
  {
    kind: "same words",
    by: "Amara",
    text: "What did Felix say about the liability cover for the party?",
    keys: ["insurance"],
  },
  { kind: "same words", by: "Amara", text: "What did I promise to bring, which salads and drinks?", keys: ["salads"] },
  {
    kind: "other words",
    by: "Felix",
    text: "Until when do we have to return the percussion we borrowed?",
    keys: ["drums"],
  },
  { kind: "same words", by: "Ben", text: "Which beds are for the school class?", keys: ["beds"] },
  { kind: "other words", by: "Greta", text: "What's the combination for the tool house?", keys: ["shed-code"] },
  { kind: "updated", by: "Hao", text: "When do we rehearse now?", keys: ["rehearsal-moved"] },
  { kind: "other words", by: "Hao", text: "Who of us is vegan?", keys: ["vegan"] },
  { kind: "same words", by: "Chloé", text: "Where does Ben keep the pen for his wasp stings?", keys: ["wasps"] },
  { kind: "dated", by: "Dmitri", text: "From when to when do we have the house at the coast?", keys: ["cottage"] },
  {
    kind: "same words",
    by: "Felix",
    text: "Who has transferred the deposit for the house, and how much was it?",
    keys: ["deposit"],
  },
  { kind: "other words", by: "Ben", text: "Why can't we cut the grass at the moment?", keys: ["mower"] },
  { kind: "same words", by: "Elena", text: "What did I say about the slow songs at the party?", keys: ["songs"] },
  { kind: "same words", by: "Chloé", text: "How much was the marquee that I reserved?", keys: ["tent"] },
  {
    kind: "other words",
    by: "Elena",
    text: "What are we not allowed to throw on the heap because of the vermin?",
    keys: ["compost"],
  },
  { kind: "other words", by: "Amara", text: "Why is Dmitri not able to help in the garden?", keys: ["knee"] },
  { kind: "updated", by: "Greta", text: "At what time do we leave for the coast?", keys: ["departure-moved"] },
  { kind: "recommended", by: "Greta", text: "What did you advise us to do against the slugs?", keys: ["ivy-slugs"] },
  { kind: "recommended", by: "Ben", text: "Which road to the coast did you recommend to me?", keys: ["ivy-route"] },
  { kind: "several", by: "Greta", text: "Who brings or bakes what for the party?", keys: ["salads", "cake", "grill"] },
  {
    kind: "several",
    by: "Amara",
    text: "What have we had to have repaired, and what is still broken?",
    keys: ["hose", "mower", "cover"],
  },
  {
    kind: "same words",
    by: "Chloé",
    text: "Combien d'assiettes ma mère peut-elle nous prêter pour la fête ?",
    keys: ["french"],
  },
  { kind: "other words", by: "Dmitri", text: "К какому сроку мы должны забрать парник?", keys: ["russian"] },
  { kind: "same words", by: "Elena", text: "¿Hasta qué hora puede tocar mi primo la trompeta?", keys: ["spanish"] },
  { kind: "same words", by: "Greta", text: "Womit wollte ich das Regenfass abdichten?", keys: ["german"] },
  { kind: "other words", by: "Hao", text: "我父亲什么时候能来装电线？", keys: ["chinese"] },
];

/** Small talk by topic; a conversation stays with one of them for a while. */
export const groupTopics: readonly (readonly string[])[] = [
  [
    "Who waters on {weekday}?",
    "I can water on {weekday}, but not before {hour}.",
    "The {plant} looks thirsty again.",
    "The {plant} is coming up nicely.",
    "Shall we put more {plant} in bed {bed}?",
    "Bed {bed} needs weeding.",
    "I weeded bed {bed} this morning.",
    "There's too much {plant} already, if you ask me.",
    "Somebody has left the tap behind the greenhouse running.",
    "Slugs again on the {plant}!",
    "Who has the key to the water meter?",
  ],
  [
    "How many of us are coming to the party, {number}?",
    "I'd say {number} for the party, with the children.",
    "Do we have enough chairs?",
    "We need {number} more {thing} for the party.",
    "I can ask about the {thing}.",
    "Last year we had far too many {thing}.",
    "Who tells the neighbours about the party?",
    "I'll hang up a note for the neighbours.",
    "What if it rains?",
    "Then we do it in the {place}.",
  ],
  [
    "Is everyone coming along to the coast?",
    "I still don't know whether I get {weekday} off.",
    "What's the water like there in June, {number} degrees?",
    "Shall we take the {thing} along?",
    "I'd rather go by train, to be honest.",
    "The train takes {number} minutes longer.",
    "Who shares a room with whom?",
    "As long as I don't have to sleep in the {place}.",
    "Can somebody bring cards?",
    "I'm looking forward to the sea.",
  ],
  [
    "The second verse drags, we should take it at {number}0.",
    "I like it slower.",
    "Who has the chords of the new one?",
    "I've put the chords in the {place}.",
    "Can we start {number} minutes later on {weekday}?",
    "Fine for me.",
    "My amplifier hums again.",
    "Try another cable.",
    "We sounded good last time!",
    "Only the ending was a mess.",
  ],
  [
    "Who has the {tool}?",
    "The {tool} was in the {place} yesterday.",
    "Please put the {tool} back when you're done.",
    "I'll oil the {tool} on {weekday}.",
    "The {tool} is blunt.",
    "We could share the cost of a new {tool}, {number} euros each.",
    "Not sure that we need another {tool}.",
    "The shed is a mess.",
    "I'll tidy the shed on {weekday}.",
  ],
  [
    "Good morning all!",
    "Morning!",
    "Ha, yes.",
    "Sounds good.",
    "OK for me.",
    "I'm {number} minutes late, sorry.",
    "No problem.",
    "Has anybody seen my {thing}?",
    "Check the {place}.",
    "Thanks!",
    "+1",
    "Can't on {weekday}.",
    "Then on {weekday}?",
  ],
];

/** What is said to the assistant, with its answers. */
export const groupCalls: readonly (readonly [said: string, reply: string])[] = [
  ["Ivy, what's the weather on {weekday}?", "Around {number} degrees on {weekday}, and dry until {hour}."],
  ["Ivy, how much water does {plant} need?", "{plant}: a can every other day, in the morning."],
  ["Ivy, remind us about the {thing} on {weekday}.", "I'll remind you all on {weekday}."],
  ["Ivy, when does the hardware shop close?", "At {hour} today."],
  ["Ivy, make a list of who was here on {weekday}.", "So far I know of {number} people, including the children."],
];

export const groupSlots: Readonly<Record<string, readonly string[]>> = {
  weekday: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
  hour: ["six", "seven", "half past seven", "eight", "nine"],
  plant: ["rhubarb", "lettuce", "chard", "mint", "courgettes", "peas", "basil", "tomatoes"],
  bed: ["1", "2", "3", "4", "5"],
  number: ["8", "10", "12", "15", "20", "30", "45"],
  thing: ["chairs", "lanterns", "blankets", "plates", "cups", "cables", "boxes"],
  place: ["cellar", "shed", "greenhouse", "hall", "kitchen", "attic"],
  tool: ["spade", "rake", "saw", "wheelbarrow", "hedge trimmer", "ladder"],
};
