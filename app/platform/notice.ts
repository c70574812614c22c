/** The four banner levels of the specification (first text, section 3). */
export type NoticeLevel = "success" | "info" | "warning" | "critical";

/** What an action tells the person: a banner, and for a success also a toast. */
export interface Notice {
  level: NoticeLevel;
  title?: string;
  text: string;
  /** Shown so long, where the specification says it of this screen, an error too. Without it a success fades and an error stays. */
  seconds?: number;
  /** A way to take the change back, offered as a button inside the banner (a form field set posted to the same route). */
  undo?: { label: string; fields: Record<string, string> };
  /** A place to look next, for example the job that was started. */
  link?: { label: string; url: string };
}

/** The shape of every action's answer. */
export interface ActionAnswer {
  notice?: Notice;
  /** Message per form field name, shown at the field. */
  fieldErrors?: Record<string, string>;
  /** The HTTP status of a refusal or a fault, for dialogs that show it. */
  status?: number;
}
