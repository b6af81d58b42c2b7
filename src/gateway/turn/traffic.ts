/** What this process knows of the lanes that requests are being answered in. */
export interface LaneTraffic {
  /** Notes a request that is being answered, until what it returns is called. */
  enter(address: string): () => void;
  isBusy(address: string): boolean;
  /** Notes how the newest answer in a lane ended. */
  ended(address: string, isWhole: boolean): void;
  wasCut(address: string): boolean;
}

/** More lanes than a gateway answers in before a client that was cut off has come back. */
const mostCut = 1_000;

export function trackTraffic(): LaneTraffic {
  const busy = new Map<string, number>();
  const cut = new Set<string>();
  return {
    enter(address) {
      busy.set(address, (busy.get(address) ?? 0) + 1);
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        const left = (busy.get(address) ?? 1) - 1;
        if (left === 0) busy.delete(address);
        else busy.set(address, left);
      };
    },
    isBusy: (address) => busy.has(address),
    ended(address, isWhole) {
      cut.delete(address);
      if (!isWhole) cut.add(address);
      const [oldest] = cut;
      if (cut.size > mostCut && oldest !== undefined) cut.delete(oldest);
    },
    wasCut: (address) => cut.has(address),
  };
}
