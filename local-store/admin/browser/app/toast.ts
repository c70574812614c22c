import { onAdminMessage, sendToAdmin } from "./connection.ts";

interface ToastOptions {
  duration?: number;
  isError?: boolean;
  action?: string;
  onAction?: () => void;
  onDismiss?: () => void;
}

const openToasts = new Map<string, ToastOptions>();

onAdminMessage((message) => {
  if (message.type === "toast-action") openToasts.get(message.id)?.onAction?.();
  if (message.type === "toast-dismissed") {
    openToasts.get(message.id)?.onDismiss?.();
    openToasts.delete(message.id);
  }
});

/** `shopify.toast`: a short message that the admin page shows above the app. */
export const toast = {
  show(text: string, options: ToastOptions = {}): string {
    const id = crypto.randomUUID();
    openToasts.set(id, options);
    const { duration = 5000, isError = false, action } = options;
    sendToAdmin({ type: "toast-show", id, text, duration, isError, ...(action ? { action } : {}) });
    return id;
  },
  hide(id: string): void {
    sendToAdmin({ type: "toast-hide", id });
  },
};
