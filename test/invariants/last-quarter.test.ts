import { describeGeneratedViews } from "./generated-views.js";

describeGeneratedViews(4, [{ seed: 420_261_115, path: "74" }]);
