import { onAdminMessage, tellAdmin } from "./connection.ts";

interface ToastOptions {
  duration?: number;
  isError?: boolean;
  action?: string;
  onAction?: () => void;
  onDismiss?: () => void;
}

const shown = new Map<string, ToastOptions>();

onAdminMessage((message) => {
  if (message.type === "toast-action") shown.get(message.id)?.onAction?.();
  if (message.type === "toast-dismissed") {
    shown.get(message.id)?.onDismiss?.();
    shown.delete(message.id);
  }
});

/** `shopify.toast`: a short message that the admin page shows above the app. */
export const toast = {
  show(text: string, options: ToastOptions = {}): string {
    const id = crypto.randomUUID();
    shown.set(id, options);
    const { duration = 5000, isError = false, action } = options;
    tellAdmin({ type: "toast-show", id, text, duration, isError, ...(action ? { action } : {}) });
    return id;
  },
  hide(id: string): void {
    tellAdmin({ type: "toast-hide", id });
  },
};
