import type { BlindWordings } from "../wordings.js";

export const english: BlindWordings = {
  facts: [
    ["sorry, in the car, so, um, the boiler man, he's called Keith and he only ever does tuesdays, right", "Keith"],
    ["my blood group is O neg btw, they've rung me to donate again", "O neg"],
    ["The wifi upstairs is Heron_5G and the password for it is rhubarb77", "rhubarb77"],
    ["Nana Pat can't manage stairs since her hip.", "stairs"],
    ["I've two kids from my first marriage, Freya and Dougie, they're with us every second weekend.", "Freya"],
    ["the van's MOT is due in October", "October"],
  ],
  preferences: [
    "cant stand coriander tbh, tastes of soap",
    "Window seat for me every time, I like to watch the wing.",
    "im more of a podcast person than a book person",
  ],
  wishes: [
    "stop telling me it's a great question pls",
    "From now on keep it to three lines max unless I ask for more.",
    "When I send you a photo of a receipt just give me the total, nothing else.",
  ],
  changes: [
    [
      "Toby's swimming is Wednesdays at half four.",
      "they've shuffled the swim groups about, Toby's on Fridays at five now",
      "Fridays",
      "Wednesdays",
    ],
    [
      "My boss is called Yvonne.",
      "So Yvonne has retired at last and my new boss is Callum. He looks about twelve.",
      "Callum",
      "boss is called Yvonne",
    ],
    ["we pay 1,150 in rent", "landlord emailed, rent goes up to 1,240 from the first. brilliant", "1,240", "1,150"],
    ["I'm with Octavia Energy.", "switched energy supplier, it's Brightwell we're with now", "Brightwell", "Octavia"],
    [
      "The wedding is on 22 August.",
      "Venue flooded!! wedding's had to move to 5 September",
      "5 September",
      "22 August",
    ],
    [
      "I go to the Anvil for the gym",
      "Packed in the Anvil, too many mirrors. I work out at the council one on Marsh Road.",
      "Marsh Road",
      "go to the Anvil",
    ],
    ["Isaac's teacher is Miss Obi", "miss obi's off having her baby, so Isaac's teacher's Mr Lund", "Lund", "Obi"],
    ["My mobile contract is £18 a month", "haggled the mobile down to £11 a month, get in", "£11", "£18"],
    ["I get the 36 bus to work.", "no more bus for me, i cycle to work these days. legs like jelly", "cycle", "36 bus"],
    [
      "Grandma is in Ward 7.",
      "long day. parking was nine quid, and Grandma has been shifted to Ward 12, nicer view apparently",
      "Ward 12",
      "Ward 7",
    ],
  ],
  corrections: [
    ["Our flight's at 6.20 from Stansted.", "sorry Luton not Stansted", "Luton", "from Stansted"],
    ["dentist is thursday 2pm", "*3pm", "3pm", "2pm"],
    ["The new girl at work is Katarina.", "It's Katarzyna, I asked her. Oops.", "Katarzyna", "Katarina"],
    ["We're nine for Easter dinner.", "hang on, can't count, it's eleven with the twins", "eleven", "nine"],
    ["The sofa is 210 cm long", "Measured again like a grown-up: the sofa's 190.", "190", "210"],
    ["Mum's birthday is the 14th of April", "no wait thats dad. mums is the 17th", "17th", "14th"],
  ],
  temporary: [
    ["im in Cardiff for work til friday so use that for the weather", "Cardiff"],
    ["My mother in law's staying with us for ten days, pray for me", "mother in law"],
    ["The lift's broken this week so deliveries go to the porter.", "lift"],
    ["no booze for me before the 28th of march, doing a dry month for charity", "booze"],
  ],
  ended: [
    ["I have a lodger called Femi.", "Femi moved out on Sunday, he's got his own place."],
    ["I'm doing a pottery course on Mondays.", "pottery's finished, last class was this week :("],
    ["we're on the waiting list for the nursery", "Got the nursery place, so we're off the waiting list!!"],
  ],
  besides: [
    ["Lena is allergic to kiwi.", "turns out Lena's brother can't have eggs", "kiwi", "eggs"],
    [
      "I play five-a-side on Tuesdays.",
      "knackered. started climbing too, thursdays with Raj. also what's a good dinner for sore arms",
      "five-a-side",
      "climbing",
    ],
    ["We've an account with Mercer Bank.", "opened a savings account for the baby at Poole's", "Mercer", "Poole"],
    ["My mum lives in Whitby.", "My dad's bought a flat in Leeds, they're like teenagers", "Whitby", "Leeds"],
  ],
  nothing: [
    "ugh, mondays",
    "whats the capital of moldova again",
    "Make it rhyme, please.",
    "some bloke on the radio has given up sugar for a year, imagine",
    "Is Tesco shut on Easter Sunday?",
    "hahaha no way",
  ],
};
