/** How one step of a test of a connection ended. */
export interface TestStep {
  name: string;
  state: "passed" | "failed" | "skipped";
  /** What was found, or what is wrong and what to do. Empty for a step that was skipped. */
  text: string;
}
