import { describeGeneratedViews } from "./generated-views.js";

describeGeneratedViews(2, [{ seed: 220261116, path: "49" }]);
