import type { Notice } from "~/platform/notice";

/** What is said once a job was paused or resumed. */
export const haltNotice = (intent: "pause" | "resume", title: string): Notice => ({
  level: "success",
  text:
    intent === "pause"
      ? `“${title}” is paused. What is done stays done; resume it when you like.`
      : `“${title}” goes on.`,
});
