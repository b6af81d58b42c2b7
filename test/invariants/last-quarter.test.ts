import { describeGeneratedViews } from "./generated-views.js";

describeGeneratedViews(4, [
  { seed: 420_261_115, path: "74" },
  { seed: 420_261_118, path: "15" },
  { seed: 420_261_119, path: "33" },
]);
