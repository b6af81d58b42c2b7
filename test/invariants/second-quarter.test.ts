import { describeGeneratedViews } from "./generated-views.js";

describeGeneratedViews(2, [
  { seed: 220_261_116, path: "49" },
  { seed: 220_261_118, path: "27" },
  { seed: 220_261_118, path: "34" },
]);
