import { declareModule } from "~/core/module.server";
import { invitedUserCalls } from "./calls.server";
import { INVITED_LISTS } from "./list.server";
import { screenFunction } from "./screen-functions";
import { INVITED_SCREENS, type InvitedAudience } from "./screens";

/** The calls of a screen under its name. */
type CallsOfScreen<Audience extends InvitedAudience> = Record<
  (typeof INVITED_SCREENS)[Audience]["name"],
  ReturnType<typeof invitedUserCalls>
>;

/** The module of a screen of invited users. */
export function screenModule<const Audience extends InvitedAudience>(audience: Audience) {
  const { name } = INVITED_SCREENS[audience];
  return declareModule({
    folder: `functions/${name}`,
    entry: screenFunction(audience),
    calls: { [name]: invitedUserCalls(audience) } as CallsOfScreen<Audience>,
    declares: [INVITED_LISTS[audience]],
  });
}
