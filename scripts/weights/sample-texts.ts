/** Questions with an answer in other words, and with what only looks like one. */
export const sampleTexts: readonly {
  readonly question: string;
  readonly answer: string;
  readonly others: readonly string[];
}[] = [
  {
    question: "Where did we go on vacation?",
    answer: "Our trip to Crete was lovely, two weeks by the sea",
    others: [
      "We never go to that supermarket",
      "The vacation form is on the intranet",
      "Where did you put the hammer?",
    ],
  },
  {
    question: "Is anybody allergic to something?",
    answer: "Nuts make my throat swell, so no walnut cake for me",
    others: ["Somebody left the light on", "I am tired of the rain", "The cat needs her vaccination"],
  },
  {
    question: "What car does she drive?",
    answer: "She picked me up in her old red Beetle",
    others: ["The hard disk is full", "She told me all about her sister", "The train was late again"],
  },
  {
    question: "How much do I weigh?",
    answer: "The scales showed 72 kilos this morning",
    others: ["This decision weighs on me", "The parcel has not arrived", "How much is the fish?"],
  },
  {
    question: "When is the doctor's appointment?",
    answer: "I have to be at the dentist on Tuesday at nine",
    others: ["The series starts again tonight", "He was made head of sales", "Call me when you are at home"],
  },
];

/** What is easily cut in another way than the model was taught. */
export const oddTexts: readonly string[] = [
  "It's 5pm — naïve café, $5.00 + £3 = ™ ½ ﬁ",
  "北京欢迎你 hello 日本語テキスト 한국어 문장 ภาษาไทย",
  "Привет, как дела? Ёлка नमस्ते दुनिया السلام عليكم",
  "e\u0301 \u200b zero\u0000 \u00ad soft\tx\ny\u3000z",
  "🎉👍🏽 family 👨‍👩‍👧 İstanbul ẞ ‘quote’ “q” co-op@x.com #tag_under",
  `${"a".repeat(120)} ${"ab".repeat(40)}`,
  "",
];

/** A runtime whose model has other dimensions. */
export const otherRuntime = `exports.Tensor = class {};
exports.InferenceSession = { create: async () => ({
  run: async () => ({ last_hidden_state: { dims: [1, 1, 512], data: new Float32Array(512) } }),
}) };`;
