import type { TurnId } from "../core/keys.js";

/** The turns that this process is answering. */
export interface InFlight {
  started(turn: TurnId): void;
  ended(turn: TurnId): void;
  has(turn: TurnId): boolean;
  /** Until those that a running loop will end have ended, or the time is up. */
  settled(limitMs: number): Promise<void>;
  /** A loop of the SDK has taken this turn over and will end it. */
  handedOver(turn: TurnId): void;
}

export function turnsInFlight(): InFlight {
  const turns = new Set<TurnId>();
  const looped = new Map<TurnId, () => void>();
  const endings = new Map<TurnId, Promise<void>>();
  return {
    started: (turn) => void turns.add(turn),
    has: (turn) => turns.has(turn),
    handedOver(turn) {
      if (!turns.has(turn) || looped.has(turn)) return;
      endings.set(turn, new Promise((resolve) => looped.set(turn, resolve)));
    },
    ended(turn) {
      turns.delete(turn);
      looped.get(turn)?.();
      looped.delete(turn);
      endings.delete(turn);
    },
    async settled(limitMs) {
      if (endings.size === 0) return;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, limitMs);
      });
      await Promise.race([Promise.all(endings.values()), late]);
      clearTimeout(timer);
    },
  };
}
