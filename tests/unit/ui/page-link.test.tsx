// @vitest-environment jsdom
import "./browser";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { PageLink } from "~/ui/PageLink";
import { renderConsole } from "./render-console";

const renderLink = (to: string, target?: "_blank") =>
  renderConsole(
    [
      {
        path: "*",
        element: (
          <PageLink to={to} target={target}>
            Mail
          </PageLink>
        ),
      },
    ],
    "/jobs",
  ).router;

/** @returns whether the browser itself follows the link */
const click = (keys = {}) => {
  // jsdom can't open pages and says so: the click ends before that.
  let isLeftToBrowser = false;
  const end = (event: Event) => {
    isLeftToBrowser = !event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener("click", end, { once: true });
  fireEvent.click(screen.getByRole("link", { name: "Mail" }), keys);
  return isLeftToBrowser;
};

test("a link to a page opens it without loading the document", () => {
  const router = renderLink("/mail?q=7#last");
  expect(click()).toBe(false);
  expect(router.state.location).toMatchObject({ pathname: "/mail", search: "?q=7", hash: "#last" });
  expect(router.state.historyAction).toBe("PUSH");
});

test.each([
  ["the Ctrl key", { ctrlKey: true }],
  ["the Command key", { metaKey: true }],
  ["the Shift key", { shiftKey: true }],
  ["the middle button", { button: 1 }],
])("a click with %s is the browser's", (_name, keys) => {
  const router = renderLink("/mail");
  expect(click(keys)).toBe(true);
  expect(router.state.location.pathname).toBe("/jobs");
});

test.each([
  ["a window of its own", "/mail", "_blank"],
  ["another site", "https://admin.shopify.com/store/demo", undefined],
] as const)("a link to %s is the browser's", (_name, to, target) => {
  const router = renderLink(to, target);
  expect(click()).toBe(true);
  expect(router.state.location.pathname).toBe("/jobs");
});

test.each([
  { here: "/jobs?tab=mine", to: "/jobs", action: "REPLACE" },
  { here: "/jobs?tab=mine&q=7", to: "/jobs", action: "PUSH" },
  { here: "/jobs?tab=mine", to: "/jobs?tab=all", action: "PUSH" },
])("at $here, a link to $to makes a $action of the history", ({ here, to, action }) => {
  window.history.replaceState(null, "", here);
  const router = renderLink(to);
  click();
  expect(router.state.historyAction).toBe(action);
  window.history.replaceState(null, "", "/");
});
