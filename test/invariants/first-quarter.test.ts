import { describeGeneratedViews } from "./generated-views.js";

describeGeneratedViews(1);
