// @vitest-environment jsdom
/** The form of a promotion, and the settings of the review. */
import "./browser";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ReviewSettingsCard } from "~/domain/submissions/ui/ReviewSettingsCard";
import Promotion from "~/functions/promo/routes/promo.promotions.$id";
import { PromotionForm } from "~/functions/promo/ui/promotions/PromotionForm";
import { renderConsole } from "./render-console";

/** Another test covers sign-in. */
vi.mock("~/core/authorize.server", () => ({ authorize: vi.fn(), pageLoader: vi.fn(), callsAction: vi.fn() }));

// jsdom doesn't scroll.
Element.prototype.scrollBy ??= () => {};

it("shows the save bar when a reward is chosen without typing", async () => {
  const rewards = { list: [{ id: "4711", title: "Battery - 5 Ah", sku: "BAT-5" }] };
  renderConsole(
    [
      { path: "/promo", element: <PromotionForm promotion={null} />, loader: () => null },
      { path: "/promo/promotions/rewards", loader: () => rewards },
    ],
    "/promo",
  );
  fireEvent.focus(await screen.findByRole("combobox", { name: "Reward" }));
  fireEvent.click(await screen.findByRole("option", { name: "Battery - 5 Ah (BAT-5)" }));
  await screen.findByText("Unsaved changes");
});

it("keeps the reward that is being saved", async () => {
  const rewards = ["Battery", "Charger"].map((title, index) => ({ id: String(index), title, sku: null }));
  renderConsole(
    [
      { path: "/promo", element: <PromotionForm promotion={null} />, loader: () => null },
      { path: "/promo/promotions/rewards", loader: () => ({ list: rewards }) },
      { path: "/promo/promotions", action: () => new Promise(() => {}) },
    ],
    "/promo",
  );
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Spring" } });
  const reward = screen.getByRole<HTMLInputElement>("combobox", { name: "Reward" });
  fireEvent.focus(reward);
  fireEvent.click(await screen.findByRole("option", { name: "Battery" }));
  fireEvent.click(await screen.findByRole("button", { name: "Save" }));
  await waitFor(() => expect(reward.readOnly).toBe(true));
  fireEvent.focus(reward);
  fireEvent.click(await screen.findByRole("option", { name: "Charger" }));
  expect(reward.value).toBe("Battery");
});

it("returns to the promotions after a change", async () => {
  // The admin asks before unsaved changes are left. Here, that question has no answer.
  const saveBar = { leaveConfirmation: () => new Promise(() => {}) };
  Object.assign(window, { shopify: { saveBar, loading() {} } });
  let [name, version] = ["Spring", 1];
  const choices = {
    retailers: [],
    models: [],
    methods: [],
    ages: [],
    genders: [],
    countries: [],
    states: [],
  };
  const promotion = () => ({
    id: 7,
    name,
    version,
    choices,
    rewardVariantId: "4711",
    rewardTitle: "Battery",
    texts: {},
    help: {},
  });
  const action = async ({ request }: { request: Request }) => {
    const { call, input } = await request.json();
    expect([call, input.version]).toEqual(["promo.changePromotion", 1]);
    [name, version] = [input.name, 2];
    return { notice: { level: "success", text: "Saved." } };
  };
  renderConsole(
    [
      { path: "/promo/promotions/7", element: <Promotion />, loader: () => ({ promotion: promotion() }) },
      { path: "/promo/promotions/rewards", loader: () => ({ list: [] }) },
      { path: "/promo/promotions", element: <h1>Promotions</h1>, action },
    ],
    "/promo/promotions/7",
  );
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Summer" } });
  fireEvent.click(await screen.findByRole("button", { name: "Save" }));
  await screen.findByRole("heading", { name: "Promotions" });
});

it("says what customers see where it has no choices", async () => {
  renderConsole(
    [{ path: "/promo", element: <PromotionForm promotion={null} />, loader: () => null }],
    "/promo",
  );
  const help = (label: string) => {
    const id = screen.getByLabelText(`${label} (optional)`).getAttribute("aria-describedby") ?? "";
    return document.getElementById(id)?.textContent;
  };
  await screen.findByLabelText("Retailers (optional)");
  expect(help("Retailers")).toBe("One per line. Leave blank for free text.");
  // The public form leaves these two out.
  expect(help("Age ranges")).toBe("One per line. Leave blank for no question.");
  expect(help("Genders")).toBe("One per line. Leave blank for no question.");
});

it.each(["", "1e3", "3601", "-1"])("says at a review setting that it can't be “%s”", async (value) => {
  const settings = { undoSeconds: 10, secondLookPercent: 5, targetHours: 72, lockMinutes: 10 };
  renderConsole(
    [
      {
        path: "/promo",
        element: <ReviewSettingsCard settings={settings} call={{ call: "promo.saveSettings", input: {} }} />,
        loader: () => null,
      },
    ],
    "/promo",
  );
  const field = await screen.findByLabelText("Undo, in seconds");
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
  screen.getByText("Enter a whole number from 0 to 3,600.");
});
