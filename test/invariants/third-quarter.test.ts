import { describeGeneratedViews } from "./generated-views.js";

describeGeneratedViews(3, [
  { seed: 320_261_118, path: "51" },
  { seed: 320_261_117, path: "70" },
]);
