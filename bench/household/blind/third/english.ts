import type { BlindWordings } from "../wordings.js";

export const english: BlindWordings = {
  facts: [
    ["The allotment is plot 31, the one by the water tank.", "plot 31"],
    ["Ollie's asthma pump is the brown one, two puffs morning and night.", "two puffs"],
    ["We bank with Harrow & Pike, have done for years.", "Harrow"],
    ["my locker code at the pool is 4471", "4471"],
    ["The spare tyre lives under the boot floor.", "boot floor"],
  ],
  preferences: ["I'd take a train over a plane any day.", "Tea, never coffee, and strong enough to stand a spoon in."],
  wishes: [
    "When you draft letters for me, sign them as Ms Okafor.",
    "Kilometres, please, not miles, in everything you plan for us.",
  ],
  changes: [
    [
      "Grandad's hearing test is on the 3rd of June.",
      "Clinic rang: Grandad's hearing test got bumped to the 19th of June.",
      "19th",
      "3rd",
    ],
    ["I drive a Corsa.", "Picked up the Yaris yesterday, so the Corsa's history.", "Yaris", "Corsa"],
    [
      "Our cleaner is Marta.",
      "Marta's gone back to Gdynia. Lorraine does the cleaning for us these days.",
      "Lorraine",
      "Marta",
    ],
    [
      "We live on Tanner's Row.",
      "Boxes everywhere, but we're finally in: 8 Bellhouse Lane is home.",
      "Bellhouse",
      "Tanner",
    ],
    [
      "I'm a paralegal at Voss & Hale.",
      "First day at Kettleworth tomorrow, Voss & Hale is behind me.",
      "Kettleworth",
      "paralegal at Voss",
    ],
    ["The gym is £28 a month.", "Gym's creeping up to £34 a month from April, cheeky.", "£34", "£28"],
    [
      "Ellie plays the recorder.",
      "Ellie got bored of the recorder, it's the trumpet she's learning.",
      "trumpet",
      "recorder",
    ],
    [
      "The bins go out on Thursday night.",
      "Council letter: bins are to go out Monday night in future.",
      "Monday",
      "Thursday",
    ],
    ["Our broadband is with Fernhill.", "Fernhill were useless so Skylark do our broadband.", "Skylark", "Fernhill"],
    ["My physio is called Anton.", "Got a text that Bridget will be my physio going forward.", "Bridget", "Anton"],
  ],
  corrections: [
    ["The plumber comes at ten.", "Eleven, I tell a lie.", "Eleven", "ten"],
    [
      "Leo's teacher is Mrs Dunmore.",
      "Dunmore's the head, my brain today. Leo has Mrs Tapper.",
      "Tapper",
      "teacher is Mrs Dunmore",
    ],
    ["My passport runs out in August 2029.", "Just dug the passport out: runs out in May 2028.", "2028", "2029"],
    ["The cat's tablets are 5 mg.", "That's the dog's dose. The cat's are 2.5 mg.", "2.5 mg", "tablets are 5 mg"],
    ["Aunt Jo's place is number 12.", "Typo there, number 21.", "21", "12"],
  ],
  temporary: [
    ["I'm on crutches for the next three weeks.", "crutches"],
    ["Dad's feeding the rabbits while we're in Wales, up to the 15th.", "rabbits"],
    ["The kitchen's out of action until Saturday week, builders in.", "kitchen"],
    ["Until Tuesday you'll get me on Sam's phone.", "Sam"],
  ],
  ended: [
    ["I'm on the parish council.", "I came off the parish council after the vote."],
    ["We rent a lock-up on Dyer Street.", "Handed the keys to the lock-up back, that's done."],
  ],
  besides: [
    ["We have a dog called Bramble.", "We've got a second dog now, she's called Juno.", "Bramble", "Juno"],
    ["I work as a nurse.", "I don't do nights any more.", "nurse", "nurse"],
    ["My brother lives in Cork.", "My sister has moved to Lille.", "Cork", "Lille"],
    ["I take the 7:12 to work.", "The 7:12 was late again, new record.", "7:12", "7:12"],
  ],
  nothing: [
    "New phone, who dis, lol",
    "Is the museum open on bank holidays now?",
    "Somebody at the bus stop has moved to Spain for good, lucky thing.",
    "They've changed the packaging on those biscuits again.",
    "Could you move that paragraph to the end?",
  ],
};
