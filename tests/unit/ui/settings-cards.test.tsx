// @vitest-environment jsdom
import "./browser";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { ConnectorCard } from "~/functions/settings/ui/ConnectorCard";
import { MirrorCard } from "~/functions/settings/ui/MirrorCard";
import { RuleSwitch } from "~/functions/settings/ui/rules/RuleSwitch";
import { renderConsole } from "./render-console";

const openCard = (label: string) => {
  const card = {
    title: "Search",
    about: "",
    address: { label: "Address" },
    secret: { name: "secret", label, storedFlag: "hasSecret" },
  } as never;
  const settings = { base_url: "", hasSecret: true };
  renderConsole(
    [{ path: "/settings", element: <ConnectorCard name="search" card={card} settings={settings} /> }],
    "/settings",
  );
};

it.each([
  ["API key", "An API key is stored. Enter a new one only to replace it."],
  ["Client secret", "A client secret is stored. Enter a new one only to replace it."],
])("the stored %s is named in a correct sentence", async (label, sentence) => {
  openCard(label);
  expect(await screen.findByText(sentence)).toBeTruthy();
});

it("a connection is tested only with the settings that are stored", async () => {
  openCard("API key");
  const test = await screen.findByRole("button", { name: "Test connection" });
  const hint = "The test uses the stored settings. Save your changes first.";
  expect(test.getAttribute("aria-disabled")).not.toBe("true");
  await userEvent.type(screen.getByLabelText("Address"), "https://search.example");
  expect(await screen.findByText(hint)).toBeTruthy();
  expect(test.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByText(hint)).toBeNull());
  expect(test.getAttribute("aria-disabled")).not.toBe("true");
});

it("a mirror's count says that it is from the rebuild", async () => {
  const instant = "2026-11-22T12:00:00.000Z";
  const state = { heardAt: instant, rebuiltAt: instant, rebuilding: false, rows: 1_400 };
  const mirror = { name: "orders", plural: "orders", ...state };
  renderConsole([{ path: "/settings", element: <MirrorCard mirror={mirror} now={instant} /> }], "/settings");
  expect(await screen.findByText("Orders when rebuilt")).toBeTruthy();
  expect(screen.getByText("1,400")).toBeTruthy();
});

it("a rule isn't switched on while what is entered in its form isn't saved", async () => {
  const rule = { id: "1", name: "Schools", active: false, version: 1 } as never;
  renderConsole([{ path: "/settings", element: <RuleSwitch rule={rule} isDirty /> }], "/settings");
  const button = await screen.findByRole("button", { name: "Switch on" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByText("Save or discard your changes first.")).toBeTruthy();
});

it("the question about a rule's deletion closes when the deletion is refused", async () => {
  const rule = { id: "1", name: "Schools", active: false, version: 1 } as never;
  const text = "This rule was deleted. Reload the page.";
  renderConsole(
    [
      {
        path: "/settings/rules/1",
        element: <RuleSwitch rule={rule} isDirty={false} />,
        action: async () => ({ status: 404, notice: { level: "critical", text } }),
      },
    ],
    "/settings/rules/1",
  );
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  const question = await screen.findByRole("dialog");
  await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText(text)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
