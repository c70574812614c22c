/** Messages between the app's frame and the admin page, sent with postMessage. */

export interface NavigationItem {
  label: string;
  href: string;
}

export interface ToastRequest {
  id: string;
  text: string;
  isError: boolean;
  /** Milliseconds. */
  duration: number;
  action?: string;
}

/**
 * The frame sends `ready`, the admin page responds with `hello`, and the frame with `here`. Other messages are queued in the frame
 * until then, because either script may load first.
 */
export type FromApp =
  | { type: "ready" }
  | { type: "here" }
  | { type: "id-token"; id: string }
  | { type: "location"; path: string }
  | { type: "navigation"; items: NavigationItem[] }
  | { type: "title"; title: string }
  | ({ type: "toast-show" } & ToastRequest)
  | { type: "toast-hide"; id: string }
  | { type: "save-bar"; id: string; open: boolean; discardConfirmation: boolean }
  | { type: "leave-confirmation"; id: string }
  | { type: "loading"; on: boolean }
  | { type: "open"; url: string };

export type FromAdmin =
  | { type: "hello" }
  | { type: "id-token"; id: string; token: string }
  | { type: "navigate"; href: string }
  | { type: "toast-action"; id: string }
  | { type: "toast-dismissed"; id: string }
  | { type: "save-bar-action"; id: string; action: "save" | "discard" }
  | { type: "leave-confirmed"; id: string };
