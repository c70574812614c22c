import {
  type Administrator,
  type Flag,
  mayUse,
  type Permission,
  type TabPermission,
} from "~/platform/auth/permission";
import { contractCalls } from "../../support/contract-calls.ts";
import { UNKNOWN_RECORDS } from "../../support/example-requests.ts";
import { DEMO } from "../../support/test-shop.ts";
import { type ApiServer, openApiServer } from "../support/api-server.ts";
import { setFlags, signIn } from "../support/flags.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { queryShop } from "../support/submissions.ts";
import { addressesOf, plantTabCanary, type TabCanary } from "../support/tab-canaries.ts";

/** What an administrator is limited to. */
interface Limit {
  flag: Flag;
  tab: string;
}

export const tabLimits: BackroomPromise = {
  id: "R17",
  title: "every call, file and room × every tab limit, with canary rows of the other tabs",
  provenBy: "tests/integration/api/tab-limits.test.ts",
  async test(shop, scale) {
    await signIn([shop.token("1"), shop.token("3")]);
    const { limits, audiences } = await declaredTabs();
    const canaries = await plantCanaries(limits);
    const api = await openApiServer();
    try {
      const calls = await contractCalls();
      const found = { requests: 0, foreign: 0, unseen: 0, rooms: 0 };
      for (const limit of limits) {
        await setLimit(limit);
        const isForeign = ({ permission }: TabCanary) =>
          permission.flag !== limit.flag || !permission.tabs.includes(limit.tab);
        const foreign = canaries.filter(isForeign);
        // Those of other functions are in the answers of the other calls, or in none: their flag is missing.
        const readable = foreign.filter(({ permission }) => permission.flag === limit.flag);
        const answers = await readByIds(api, shop.token("3"), readable);
        // Every call in the full run. The small run leaves out those that are refused before they read anything.
        const wanted = calls.filter(
          ({ permission = "owner" }) => scale === "full" || mayUse(limited(limit), permission),
        );
        for (const call of wanted)
          answers.push((await api.make(call, UNKNOWN_RECORDS, shop.token("3"))).text);
        found.requests += answers.length;
        found.foreign += answers.filter((text) =>
          foreign.some((canary) => text.includes(canary.text)),
        ).length;
        for (const canary of canaries.filter((one) => !isForeign(one))) {
          const own = await readByIds(api, shop.token("3"), [canary]);
          found.requests += own.length;
          found.unseen += own.filter(
            (text) => !text.includes(canary.text) && !text.includes('"list":['),
          ).length;
        }
        found.rooms += await countForeignRooms(limit, foreign, audiences);
      }
      await setFlags(DEMO, "3", []);
      await queryShop("UPDATE administrators SET tab_limits = '{}' WHERE id = '3'");
      return finding(
        `${limits.length} limits, ${canaries.length} kinds of canaries, ${calls.length} calls, ${found.requests} requests`,
        {
          "foreign answers": found.foreign,
          "foreign rooms": found.rooms,
          "own records kept out": found.unseen,
        },
      );
    } finally {
      await api.close();
    }
  },
};

async function declaredTabs(): Promise<{ limits: Limit[]; audiences: Permission[] }> {
  const [{ app }, { limitedFunctions }, { roomAudiences }] = await Promise.all([
    import("../../support/app.ts"),
    import("~/core/access/tab-limits"),
    import("~/core/declared-name"),
  ]);
  const { functions } = app.declarations;
  const limits = limitedFunctions(functions).flatMap(({ flag, tabs }) => tabs.map((tab) => ({ flag, tab })));
  return { limits, audiences: roomAudiences(functions) };
}

/** One for each tab, one for each function without a tab, and submissions of both kinds with all that belongs to them. */
async function plantCanaries(limits: readonly Limit[]): Promise<TabCanary[]> {
  const { submissionAccess } = await import("~/domain/submissions/access");
  const flags = [...new Set(limits.map(({ flag }) => flag))];
  const kinds: [TabPermission, boolean?][] = [
    ...limits.map(({ flag, tab }): [TabPermission] => [{ flag, tabs: [tab] }]),
    ...flags.map((flag): [TabPermission] => [{ flag, tabs: [] }]),
    [submissionAccess(false), false],
    [submissionAccess(true), true],
  ];
  const canaries: TabCanary[] = [];
  for (const [index, [permission, isLoyalty]] of kinds.entries())
    canaries.push(await plantTabCanary(permission, `Wrenbird${index}x`, isLoyalty));
  return canaries;
}

/** The administrator whose access is limited. */
const limited = ({ flag, tab }: Limit): Administrator => ({
  id: "3",
  name: "",
  email: "",
  isOwner: false,
  flags: [flag],
  tabLimits: { [flag]: [tab] },
});

/** Gives the administrator the function, limited to one tab. */
async function setLimit({ flag, tab }: Limit): Promise<void> {
  await setFlags(DEMO, "3", [flag]);
  await queryShop("UPDATE administrators SET tab_limits = $1 WHERE id = '3'", [{ [flag]: [tab] }]);
}

async function readByIds(api: ApiServer, token: string, canaries: readonly TabCanary[]): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const answers: string[] = [];
  for (const address of canaries.flatMap(addressesOf))
    answers.push((await api.send(address, { headers })).text);
  return answers;
}

/** How many of the rooms that the administrator joins get messages about foreign records. */
async function countForeignRooms(
  limit: Limit,
  foreign: readonly TabCanary[],
  audiences: readonly Permission[],
): Promise<number> {
  const { permissionRooms, roomsOf } = await import("~/platform/realtime/rooms");
  const joined = roomsOf(DEMO, limited(limit), audiences);
  const published = foreign.flatMap(({ permission }) =>
    permissionRooms(DEMO, permission.tabs.length > 0 ? permission : permission.flag),
  );
  return published.filter((room) => joined.includes(room)).length;
}
