import type { FromAdmin, FromApp, NavigationItem } from "../messages.ts";
import { SaveBarHost } from "./save-bar-host.ts";
import { ToastHost } from "./toast-host.ts";

/** Provides tokens, toasts, the save bar, menu items, and URL synchronization to the app in the iframe. */
export class AppFrame {
  private readonly appOrigin: string;
  /** `/store/<shop>/apps/<app>`: the prefix of the app's path in this page's URL. */
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
      this.sayHello();
    });
    document.querySelector("[data-app-menu]")?.addEventListener("click", (event) => this.followMenu(event));
    // The frame may have sent `ready` before this script was loaded.
    this.sayHello();
    window.addEventListener("beforeunload", (event) => {
      if (this.saveBar.isOpen) event.preventDefault();
    });
  }

  /** Checks whether App Bridge is running in the frame. Without it, such as on an error page, menu links load normally. */
  private sayHello(): void {
    this.isConnected = false;
    // The message contains no secrets. A target origin would cause a console error while the frame is empty.
    this.frame.contentWindow?.postMessage({ type: "hello" } satisfies FromAdmin, "*");
  }

  private send(message: FromAdmin): void {
    this.frame.contentWindow?.postMessage(message, this.appOrigin);
  }

  private async receive(message: FromApp): Promise<void> {
    switch (message.type) {
      case "ready":
        this.saveBar.closeAll();
        return this.sayHello();
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
    if (!response.ok) throw new Error(`The local store returned no session token: ${response.status}.`);
    return response.text();
  }

  /** Synchronizes this page's URL with the frame's history, so that a reload or another administrator opens the same page. */
  private showLocation(path: string): void {
    const address = this.base + (path.startsWith("/") ? path : `/${path}`);
    if (location.pathname + location.search + location.hash !== address)
      history.replaceState(null, "", address);
    const switchedPath = document.querySelector<HTMLInputElement>('.switchers [name="path"]');
    if (switchedPath) switchedPath.value = address.replace(/^\/store\/[^/]+/, "");
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

  /** Navigates inside the app on a menu click, or highlights the save bar if there are unsaved changes. */
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
