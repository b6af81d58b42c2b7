/** The texts of the made-up month. They contain no names. */

const contract = "HC-20417-B";

export const fact = {
  day: 2,
  /** The message's first words, as a list of entries shows them. */
  opening: "Please keep this letter of the heating firm",
  /** The words that a reader would search for inside the letter. */
  find: "contract number",
  answer: contract,
  /** The scripted model's answer if its view shows the number. */
  reply: `Your contract number is ${contract}, says the letter of day 2.`,
  question: "The boiler is dripping. What is our contract number with the heating firm?",
} as const;

const alarm = [
  "The smoke alarm chirps every minute.",
  "Its battery is low. Change it, then hold the test button for five seconds.",
] as const;

/** A question whose answer, given on an evening, is in other words. */
export const otherWords = {
  day: 21,
  message: alarm[0],
  answer: alarm[1],
  question: "The smoke alarm chirps again. What was it?",
  /** The same in other words than those of that evening. */
  paraphrase: "The fire detector beeps again. What was it?",
} as const;

/** The address of the speaker in the month. */
export const person = "you";

/** A wish and a changed mind, said in the course of the month, and what another chat asks. */
export const told = {
  wish: { day: 4, text: "From now on, answer me in short sentences." },
  replaced: { day: 9, text: "My parking space at work is number 14." },
  newest: { day: 23, text: "My parking space at work is number 31 now.", answer: "Number 31." },
  question: "Which parking space is mine?",
} as const;

export const letter = `${fact.opening}, we will need it some day:

Dear customer,

thank you for your order. We will look after your boiler from the first of this month.
Please read this letter once and keep it near the boiler.

Your boiler: wall unit, built in the year before last, cellar, behind the white door.
Yearly visit: in October; we write to you four weeks ahead.
What the visit covers: burner, flue, pump, expansion vessel, water pressure.
What it does not cover: radiators, the pipes in the walls, the hot water tank.
Water pressure: between 1.2 and 1.8 bar; fill up below 1.2, let out above 2.
Your contract number: ${fact.answer}
Have it ready when you call: without it the night service will not drive out.
Night service: every day from 17:00 to 07:00, within three hours.
If it smells of gas: leave the house first, then call from outside.
Spare parts are charged at list price; the first half hour of work is free.
Cancel by letter, three months before the year ends.

With kind regards
Your heating firm`;

export const appointments = [
  "stand-up with the team, room 2",
  "review of the billing change",
  "lunch with the neighbour",
  "call with the customer about the export",
  "dentist, check-up",
  "planning for the next two weeks",
  "parents' evening at the school",
  "the chimney sweep comes",
  "one to one with the new colleague",
  "swimming, lane 3 is booked",
  "pick up the parcel before the shop closes",
  "demo for the other department",
];

export const mails = [
  "the library: two books are due on Friday",
  "the shop: your order has left the warehouse",
  "the landlord: the stairs are painted next week, please keep them free",
  "the customer: the export still lacks the second page",
  "the school: the trip to the lake needs a signature",
  "the bank: your statement is ready",
  "the club: the courts are closed for two days",
  "the payroll office: please check your bank details",
  "a colleague: could you look at the failing test in the importer?",
  "the energy firm: please read the meter by the end of the month",
  "the garage: the winter tyres are stored on shelf 14",
  "the newsletter of the museum: a new room opens",
  "the insurance: the yearly bill, payable in 14 days",
  "the other team: they would like to use our queue",
];

export const modules = [
  "intake",
  "billing",
  "export",
  "search",
  "mailer",
  "importer",
  "accounts",
  "reports",
  "gateway",
];

export const skies = [
  "rain until noon",
  "clear and cold",
  "clouds, dry",
  "fog, then sun",
  "wind from the west",
  "light snow",
];

/** One question and its answer for each evening. */
export const evenings: readonly (readonly [string, string])[] = [
  ["How long do lentils cook?", "Red ones 12 minutes, brown ones 30. Salt them at the end."],
  [
    "Remind me how to bleed a radiator.",
    "Turn the pump off, open the valve a quarter turn with the key, close it when water comes.",
  ],
  ["The cake sank in the middle. Why?", "Most often the oven was opened early or there was too much baking powder."],
  ["Which plant stands the dark corner of the hall?", "A cast-iron plant or a snake plant. Water it every two weeks."],
  [
    "What is a good present for a ten-year-old who likes maps?",
    "A compass with a booklet, or a large puzzle map of the country.",
  ],
  ["The bike's brake squeaks.", "Clean the rim with alcohol, then toe in the pads by a millimetre at the front."],
  [
    "How much paint for a room of 4 by 5 metres?",
    "With 2.5 metres of height about 45 square metres of wall: 9 litres for two coats.",
  ],
  ["Give me three soups for this week.", "Leek and potato, tomato with white beans, carrot with ginger."],
  [
    "How do I get candle wax out of a tablecloth?",
    "Freeze it, scrape it, then iron it between two sheets of blotting paper.",
  ],
  [
    "The dishwasher leaves a white film.",
    "Refill the salt, set the hardness to 4 and run it once empty with citric acid.",
  ],
  [
    "What do I need for the tax return?",
    "The payslips, the statement of the insurance, receipts for work at home and donations.",
  ],
  [
    "Plan a walk of two hours for Sunday.",
    "From the station along the canal to the old mill, back over the hill: 8 kilometres.",
  ],
  ["How do I sharpen the kitchen knife?", "Stone with 1000 grit, 15 degrees, ten strokes a side, then 3000 grit."],
  ["Can I freeze cooked rice?", "Yes, flat in bags, within an hour of cooking. It keeps a month."],
  ["The tomatoes on the sill grow thin.", "They want more light: turn them daily and keep them below 18 degrees."],
  ["How do I fold a fitted sheet?", "Tuck the corners into each other, lay it flat, fold it in thirds both ways."],
  [
    "What is the rule for the recycling of paint?",
    "Dried paint goes with the household waste, wet paint to the collection point.",
  ],
  ["Which size of screw for the shelf?", "In brick an 8 millimetre plug and a screw of 5 by 60."],
  [
    "Write two lines for the neighbour's birthday.",
    "Happy birthday from next door. May the lift always be there when you come home.",
  ],
  ["How many people fit at our table?", "At 180 by 90 centimetres six well, eight if nobody minds elbows."],
  alarm,
  [
    "How warm should the wine cellar be?",
    "10 to 13 degrees and steady; the humidity matters less than the steadiness.",
  ],
  [
    "Is the bread still good after five days?",
    "Without mould, yes: sprinkle it with water and give it ten minutes at 180 degrees.",
  ],
  [
    "Find a word for the crossword: river, four letters, starts with O.",
    "Oder. If the third letter is not an E, try Ohio.",
  ],
  ["How do I descale the kettle?", "Half water, half vinegar, boil, wait half an hour, rinse twice."],
  ["What can I cook with chard?", "A gratin with potatoes, or sauté it with garlic and fold it into pasta."],
  ["How do I reset the router?", "Hold the pin on the back for ten seconds. The name of the network stays."],
  ["When do I cut the hedge?", "Until the end of February or after June; in between birds nest in it."],
  ["Which day is the bulky waste?", "The first Tuesday of the month; put it out after six in the evening."],
  ["Give me a packing list for two nights.", "Charger, papers, rain jacket, one change a day, toothbrush, a book."],
];
