import {
  closeServed,
  readPasses,
  readServedCpu,
  readServedMemory,
  serveGateway,
  serveLive,
  serveProxy,
  setServedTime,
  watchServed,
} from "../gateway/serve-tasks.js";
import { measureImport } from "../speed/tasks/measure-import.js";
import { closeBot, fillLog, openBot, playTurns } from "../speed/tasks/play-turns.js";
import { fillSearched, searchLog, silenceLookUps } from "../speed/tasks/search-log.js";
import { searchMeaning } from "../speed/tasks/search-meaning.js";
import { storeImported, storeLived } from "../speed/tasks/store-texts.js";
import { fillToolTurn, viewToolTurn } from "../speed/tasks/view-after-tools.js";
import { viewFirst } from "../speed/tasks/view-first.js";
import { viewTurns } from "../speed/tasks/view-turns.js";
import { watchLoop } from "../speed/tasks/watch-loop.js";

export const tasks = {
  fillLog,
  openBot,
  playTurns,
  closeBot,
  storeImported,
  storeLived,
  measureImport,
  fillToolTurn,
  viewToolTurn,
  viewFirst,
  viewTurns,
  watchLoop,
  fillSearched,
  searchLog,
  silenceLookUps,
  searchMeaning,
  serveGateway,
  serveLive,
  setServedTime,
  serveProxy,
  readServedCpu,
  readServedMemory,
  watchServed,
  readPasses,
  closeServed,
};

export type Tasks = typeof tasks;
