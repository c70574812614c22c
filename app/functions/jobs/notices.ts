import type { Notice } from "~/platform/notice";

/** The notice after a job was paused or resumed. */
export const haltNotice = (intent: "pause" | "resume", title: string): Notice => ({
  level: "success",
  text:
    intent === "pause"
      ? `“${title}” is paused. Finished rows stay done. You can resume it at any time.`
      : `“${title}” is running again.`,
});
