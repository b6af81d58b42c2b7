/** Turns the views of running gateways off and on: by a file beside their log, which any process can write, or by a signal. */
import { existsSync, rmSync, writeFileSync } from "node:fs";

export interface OffSwitch {
  isOff(): boolean;
  /** The other way, for this process alone. */
  toggle(): void;
}

/** Kept where people look for why nothing is viewed. */
const words = "Gateways over this log pass every request unchanged. To turn them on: clew serve --on\n";

/** The file that turns gateways over a log off while it is there. */
function nameOffFile(log: string): string {
  return `${log}.off`;
}

export function writeOffFile(log: string, isOff: boolean): void {
  if (isOff) writeFileSync(nameOffFile(log), words);
  else rmSync(nameOffFile(log), { force: true });
}

/** The newest word counts: a signal until the file comes or goes. `say` hears of every change. */
export function watchOffSwitch(log: string, say: (line: string) => void): OffSwitch {
  const file = nameOffFile(log);
  let isThere = existsSync(file);
  let isOff = isThere;
  const turn = (next: boolean) => {
    if (next === isOff) return;
    isOff = next;
    say(
      isOff ? "turned off: every request passes unchanged" : "turned on: views are sent from each chat's next turn on",
    );
  };
  return {
    isOff() {
      const now = existsSync(file);
      if (now !== isThere) turn(now);
      isThere = now;
      return isOff;
    },
    toggle: () => turn(!isOff),
  };
}
