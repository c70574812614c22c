/** What a run does, as it is sent over the socket. */
export interface RunMessage {
  /** Which function's run it is. */
  module: string;
  /** The run's id. */
  run: string;
  /** The text of a log line. Empty when only the progress changed. */
  msg: string;
  /** ISO 8601. */
  date: string;
  /** The other system. */
  system: string;
  /** 0 to 100, where 100 means that the run has ended. Null with a log line. */
  progress: number | null;
  /** Of a log line. */
  line?: { id: number; functionName: string; level: "info" | "warning" | "error" };
}
