import { describeGeneratedViews } from "./generated-views.js";

describeGeneratedViews(1, [{ seed: 120_261_117, path: "3" }]);
