import type { History } from "./chapter.ts";

/** Something that happens in the store at an instant. */
export interface HistoryEvent {
  at: Date;
  happen(): Promise<void>;
}

/** Lets events happen in their order, because each may depend on what an account or an order is then. */
export async function runTimeline({ clock, start }: History, events: readonly HistoryEvent[]): Promise<void> {
  for (const { at, happen } of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (at >= start) continue;
    clock.set(at);
    await happen();
  }
}
