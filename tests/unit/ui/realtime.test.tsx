// @vitest-environment jsdom
/** The connection to the server, and the lists that are fetched again when they change. */
import "./browser";
import { Link, useLoaderData } from "@remix-run/react";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CardCustomer } from "~/domain/customers/card-part";
import { creditsList } from "~/functions/credits/list.server";
import { ManageCredits } from "~/functions/credits/ui/ManageCredits";
import { ENTRANTS_LIST, GIVEAWAYS_LIST, PLACES_LIST } from "~/functions/giveaways/messages";
import { DrawsPage } from "~/functions/giveaways/ui/DrawsPage";
import { PersonPage } from "~/functions/person/ui/PersonPage";
import { cents } from "~/platform/money/cents";
import { loadScript } from "~/ui/load-script";
import { ConnectionState } from "~/ui/realtime/ConnectionState";
import { useHoldRefresh, useListRefresh, useOtherViewers } from "~/ui/realtime/useRealtime";
import { useLoad } from "~/ui/useLoad";
import { connected, line, publish, socket } from "./fake-socket";
import { GIVEAWAY } from "./giveaway";
import { pageOfRows } from "./page-of-rows";
import { renderConsole } from "./render-console";

vi.mock("~/ui/load-script", { spy: true });

afterEach(() => void vi.useRealTimers());

function List({ hold = false, list = "students" }: { hold?: boolean; list?: string }) {
  useListRefresh(list);
  useHoldRefresh(hold);
  const { load } = useLoad();
  return (
    <>
      <p>answer {String(useLoaderData())}</p>
      <button type="button" onClick={() => load("/part")}>
        Open the part
      </button>
      <ConnectionState />
    </>
  );
}

function openList(hold = false, others: Parameters<typeof renderConsole>[0] = []) {
  let answers = 0;
  const loader = vi.fn(async () => ++answers);
  const page = { path: "/students", loader, element: <List hold={hold} /> };
  const view = renderConsole([page, ...others], "/students");
  return { loader, ...view };
}

const CARD = (
  <PersonPage
    customer={{ id: "gid://shopify/Customer/1", tags: [], registrations: [] } as unknown as CardCustomer}
    edit={null}
    parts={[]}
  />
);

const DRAWS = (
  <DrawsPage
    giveaway={GIVEAWAY}
    next={{
      number: 1,
      commitment: "0f",
      committedAt: "2026-06-01T10:00:00.000Z",
      eligible: 0,
      eligibleWithoutRepeats: 0,
    }}
    draws={[]}
  />
);

describe("the connection to the server", () => {
  it("gives a fresh session token each time it connects", async () => {
    openList();
    await connected();
    const { path, auth } = line.options as { path: string; auth(answer: (data: unknown) => void): void };
    expect(path).toBe("/realtime");
    const ask = () => new Promise((resolve) => auth(resolve));
    expect([await ask(), await ask()]).toEqual([{ token: "first token" }, { token: "second token" }]);
  });

  it("shows its state, and reconnects after the server closed it", async () => {
    openList();
    await connected();
    expect(screen.getByText("Live")).toBeTruthy();
    publish("disconnect", "io server disconnect");
    expect(screen.getByText("Connecting")).toBeTruthy();
    await waitFor(() => expect(socket.connect).toHaveBeenCalled());
  });
});

describe("a page that connects again", () => {
  it("reads again only what changed while it was away", async () => {
    const { loader } = openList();
    await screen.findByText("answer 1");
    socket.missed = ["staff"];
    await connected();
    expect(line.options).toMatchObject({ transports: ["websocket", "polling"] });
    publish("disconnect", "transport close");
    socket.missed = ["students", "staff"];
    await act(async () => void socket.emit("connect"));
    await screen.findByText("answer 2");
    expect(loader).toHaveBeenCalledTimes(2);
  });
});

describe("the script of the connection", () => {
  it("is loaded again when it couldn't be loaded", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.mocked(loadScript).mockRejectedValueOnce(new TypeError("Failed to fetch"));
    openList();
    await screen.findByText("answer 1");
    await act(() => vi.advanceTimersByTimeAsync(14_000));
    expect(screen.getByText("Connecting")).toBeTruthy();
    expect(socket.listenerCount("connect")).toBe(0);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    await connected();
    expect(screen.getByText("Live")).toBeTruthy();
  });
});

describe("a list that changed", () => {
  it("is fetched again once for several changes in a row, and other lists aren't", async () => {
    const { loader } = openList();
    await screen.findByText("answer 1");
    await connected();
    publish("changed", { list: "staff" });
    for (let change = 0; change < 5; change++) publish("changed", { list: "students" });
    await screen.findByText("answer 2");
    expect(loader).toHaveBeenCalledTimes(2);
  });

  it("is fetched again when it changed while the page that shows it was loading", async () => {
    let [answers, release] = [0, () => {}];
    const loader = () => {
      answers += 1;
      if (answers > 1) return answers;
      return new Promise<number>((resolve) => {
        release = () => resolve(answers);
      });
    };
    renderConsole(
      [
        { path: "/staff", loader: () => 0, element: <Link to="/students">Students</Link> },
        { path: "/students", loader, element: <List /> },
      ],
      "/staff",
    );
    const link = await screen.findByRole("link", { name: "Students" });
    await connected();
    fireEvent.click(link);
    await waitFor(() => expect(answers).toBe(1));
    publish("changed", { list: "students" });
    act(() => release());
    await screen.findByText("answer 2");
  });

  it("is fetched again although the data of a part never came", async () => {
    let parts = 0;
    const never = () => (parts++ === 0 ? new Promise<null>(() => {}) : null);
    const { loader } = openList(false, [{ path: "/part", loader: never }]);
    await screen.findByText("answer 1");
    await connected();
    fireEvent.click(screen.getByRole("button", { name: "Open the part" }));
    await waitFor(() => expect(parts).toBe(1));
    publish("changed", { list: "students" });
    await screen.findByText("answer 2");
    expect(loader).toHaveBeenCalledTimes(2);
  });

  it("is fetched again after an interruption, which may have lost events", async () => {
    openList();
    await screen.findByText("answer 1");
    await connected();
    publish("disconnect", "transport close");
    await connected();
    await screen.findByText("answer 2");
  });

  it("is fetched again when the window becomes visible, if it is a minute old: a message may have been lost", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { loader } = openList();
    await screen.findByText("answer 1");
    await connected();
    await screen.findByText("answer 2");
    const show = async () => {
      fireEvent(document, new Event("visibilitychange"));
      await act(() => vi.advanceTimersByTimeAsync(1_000));
    };
    await act(() => vi.advanceTimersByTimeAsync(50_000));
    await show();
    expect(loader).toHaveBeenCalledTimes(2);
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await show();
    expect(loader).toHaveBeenCalledTimes(3);
    await show();
    expect(loader).toHaveBeenCalledTimes(3);
  });

  it("is fetched about once a second while it changes faster (a bulk job)", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { loader } = openList();
    await screen.findByText("answer 1");
    await connected();
    // From here on only fake time passes: real time would count a busy machine's delays.
    vi.setTimerTickMode("manual");
    for (let passed = 0; passed < 5_000; passed += 100) {
      publish("changed", { list: "students" });
      await act(() => vi.advanceTimersByTimeAsync(100));
    }
    const throttled = loader.mock.calls.length - 1;
    expect(throttled).toBeGreaterThanOrEqual(4);
    expect(throttled).toBeLessThanOrEqual(6);
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    expect(loader.mock.calls.length).toBeGreaterThan(throttled);
  });

  it.each([
    [
      "customer card",
      CARD,
      ["partnerusers", "retireeusers", "inviteusers", "toolconnectinviteusers", "mail"],
    ],
    ["page of draws", DRAWS, [GIVEAWAYS_LIST, ENTRANTS_LIST, PLACES_LIST]],
  ])("is fetched again once for each of the %s, and once for all together", async (_page, element, lists) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const loader = vi.fn(() => null);
    renderConsole([{ path: "/", loader, element }], "/");
    await waitFor(() => expect(loader).toHaveBeenCalled());
    await connected();
    const isOver = () => act(() => vi.advanceTimersByTimeAsync(2_000));
    // A new connection refreshes, too.
    await isOver();
    for (const changed of [...lists.map((list) => [list]), lists]) {
      loader.mockClear();
      for (const list of changed) publish("changed", { list });
      await isOver();
      expect(loader, changed.join()).toHaveBeenCalledTimes(1);
    }
  });

  it("is fetched again once for all lists of a page that each have a hook", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const held: ((answer: null) => void)[] = [];
    const loader = vi.fn(() => new Promise<null>((answer) => held.push(answer)));
    /** Answers this fetch, after which none follows. */
    const answer = async (fetch: number) => {
      await waitFor(() => expect(loader).toHaveBeenCalledTimes(fetch));
      await act(async () => held.shift()?.(null));
      await act(() => vi.advanceTimersByTimeAsync(2_000));
      expect(loader).toHaveBeenCalledTimes(fetch);
    };
    const element = ["students", "staff", "jobs"].map((list) => <List key={list} list={list} />);
    renderConsole([{ path: "/", loader, element }], "/");
    await answer(1);
    await connected();
    await answer(2);
    for (const list of ["students", "staff"]) publish("changed", { list });
    await answer(3);
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    fireEvent(document, new Event("visibilitychange"));
    await answer(4);
  });

  it("waits while a dialog holds unsaved input", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { loader } = openList(true);
    await screen.findByText("answer 1");
    await connected();
    publish("changed", { list: "students" });
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(loader).toHaveBeenCalledTimes(1);
  });
});

describe("a job", () => {
  it("refreshes Jobs when it starts and ends, not with every row", async () => {
    let answers = 0;
    const loader = vi.fn(async () => ++answers);
    renderConsole([{ path: "/jobs", loader, element: <List list="jobs" /> }], "/jobs");
    await connected();
    await screen.findByText("answer 2");
    const job = { id: "7", state: "running", done: 0, failed: 0, total: 2 };
    publish("job", job);
    await screen.findByText("answer 3");
    publish("job", { ...job, done: 1 });
    publish("job", { ...job, done: 2, state: "completed" });
    await screen.findByText("answer 4");
    expect(loader).toHaveBeenCalledTimes(4);
  });
});

it("a page of copies without rows shows that it is live, not a date of nothing", async () => {
  const element = (
    <ManageCredits
      list={creditsList.declaration}
      state={{ search: "zzzz", sort: creditsList.defaultSort, direction: "next" } as never}
      result={pageOfRows([], { pager: { page: 1, pages: 1 } })}
      approvals={[]}
      duplicates={{ list: [], total: 0 }}
      owedCents={cents(0)}
      readingHint=""
      now="2026-03-01T23:30:00.000Z"
    />
  );
  renderConsole([{ path: "/credits", element }], "/credits");
  await connected();
  expect(await screen.findByText("Live")).toBeTruthy();
  expect(screen.queryByText(/^Balances/)).toBeNull();
});

it("names the others who look at the same record, also after a reconnection, and says when it no longer shows it", async () => {
  const said: unknown[] = [];
  const subject = "showPromotion/submission/17";
  function Record() {
    return <p>others: {useOtherViewers(subject).join(", ")}</p>;
  }
  function Page() {
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        {isOpen && <Record />}
        <button type="button" onClick={() => setOpen(false)}>
          Close
        </button>
      </>
    );
  }
  renderConsole([{ path: "/promo", element: <Page /> }], "/promo");
  await connected();
  socket.on("views", (shown: unknown) => said.push(shown));
  await act(async () => void socket.emit("connect"));
  expect(said).toEqual([subject]);
  const viewers = [
    { id: "1", name: "Olivia Owner" },
    { id: "4", name: "Rita Ruiz" },
  ];
  await publish("viewers", { subject: "showPromotion/submission/18", viewers });
  expect(screen.getByText(/^others:/).textContent).toBe("others: ");
  await publish("viewers", { subject, viewers });
  expect(screen.getByText(/^others:/).textContent).toBe("others: Rita Ruiz");
  await publish("disconnect", "transport close");
  expect(screen.getByText(/^others:/).textContent).toBe("others: ");
  await act(async () => void socket.emit("connect"));
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(said).toEqual([subject, subject, null]);
});
