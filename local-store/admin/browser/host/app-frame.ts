import type { FromAdmin, FromApp, NavigationItem } from "../messages.ts";
import { SaveBarHost } from "./save-bar-host.ts";
import { ToastHost } from "./toast-host.ts";

/** Serves the app in the iframe: tokens, toasts, the save bar, the menu's items and the address that stays in step. */
export class AppFrame {
  private readonly appOrigin: string;
  /** `/store/<shop>/apps/<app>`: where the app's own path begins in this page's address. */
  private readonly base: string;
  private readonly tokenUrl: string;
  private isConnected = false;
  private readonly toasts = new ToastHost((message) => this.send(message));
  private readonly saveBar = new SaveBarHost((message) => this.send(message));

  constructor(private readonly frame: HTMLIFrameElement) {
    this.appOrigin = frame.dataset.appOrigin ?? "";
    this.base = frame.dataset.base ?? "";
    this.tokenUrl = frame.dataset.tokenUrl ?? "";
  }

  start(): void {
    window.addEventListener("message", (event: MessageEvent<FromApp>) => {
      if (event.origin !== this.appOrigin || event.source !== this.frame.contentWindow) return;
      void this.receive(event.data);
    });
    this.frame.addEventListener("load", () => {
      document.body.classList.remove("is-loading");
      this.greet();
    });
    document.querySelector("[data-app-menu]")?.addEventListener("click", (event) => this.followMenu(event));
    // The frame may have said that it is ready before this script was there.
    this.greet();
    window.addEventListener("beforeunload", (event) => {
      if (this.saveBar.isOpen) event.preventDefault();
    });
  }

  /** Asks whether App Bridge runs in the frame; a page without it, such as an error page, leaves the menu's links as they are. */
  private greet(): void {
    this.isConnected = false;
    // Says nothing worth hiding; an origin would be an error in the console while the frame is still empty.
    this.frame.contentWindow?.postMessage({ type: "hello" } satisfies FromAdmin, "*");
  }

  private send(message: FromAdmin): void {
    this.frame.contentWindow?.postMessage(message, this.appOrigin);
  }

  private async receive(message: FromApp): Promise<void> {
    switch (message.type) {
      case "ready":
        this.saveBar.closeAll();
        return this.greet();
      case "here":
        this.isConnected = true;
        return;
      case "id-token":
        return this.send({ type: "id-token", id: message.id, token: await this.fetchToken() });
      case "location":
        return this.showLocation(message.path);
      case "title":
        document.title = `${message.title || "App"} · ${this.frame.title}`;
        return;
      case "navigation":
        return this.showNavigation(message.items);
      case "toast-show":
        return this.toasts.show(message);
      case "toast-hide":
        return this.toasts.hide(message.id);
      case "save-bar":
        return this.saveBar.update(message);
      case "leave-confirmation":
        return this.saveBar.confirmLeaving(message.id);
      case "loading":
        document.body.classList.toggle("is-loading", message.on);
        return;
      case "open":
        this.saveBar.closeAll();
        location.assign(message.url.replace(/^https:\/\/admin\.shopify\.com(?=\/|$)/, location.origin));
    }
  }

  private async fetchToken(): Promise<string> {
    const response = await fetch(this.tokenUrl);
    if (!response.ok) throw new Error(`The local store gave no session token: ${response.status}.`);
    return response.text();
  }

  /** The frame keeps the history entries; this page's address follows them, so that a reload comes back to the same page. */
  private showLocation(path: string): void {
    const address = this.base + (path.startsWith("/") ? path : `/${path}`);
    if (location.pathname + location.search + location.hash !== address)
      history.replaceState(null, "", address);
    this.markCurrentItem();
  }

  private showNavigation(items: NavigationItem[]): void {
    const list = document.querySelector("[data-app-items]");
    list?.replaceChildren(
      ...items.map((item) => {
        const link = document.createElement("a");
        link.href = this.base + item.href;
        link.dataset.appHref = item.href;
        link.textContent = item.label;
        const entry = document.createElement("li");
        entry.append(link);
        return entry;
      }),
    );
    this.markCurrentItem();
  }

  private markCurrentItem(): void {
    for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-app-menu] a")) {
      const isCurrent =
        new URL(link.href).pathname.replace(/\/$/, "") === location.pathname.replace(/\/$/, "");
      if (isCurrent) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  /** A click in the side menu navigates inside the app; while changes are unsaved it points at the save bar instead. */
  private followMenu(event: Event): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const href = link?.dataset.appHref;
    const opensElsewhere = event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey);
    if (!href || opensElsewhere) return;
    if (this.saveBar.isOpen) {
      event.preventDefault();
      this.saveBar.shake();
    } else if (this.isConnected) {
      event.preventDefault();
      this.send({ type: "navigate", href });
    }
  }
}
