import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { authorize } from "~/core/authorize.server";
import { answerInvitedUsersForm } from "./form.server";
import { readInvitedUsersPage } from "./page-data.server";
import { callsOfScreen, screenFunction } from "./screen-functions";
import type { InvitedAudience } from "./screens";

/** A screen of invited users for the route's loader. */
export const readScreen = (args: LoaderFunctionArgs, audience: InvitedAudience) =>
  authorize(args, screenFunction(audience), async ({ calls }) => {
    const screen = callsOfScreen(calls, audience);
    const page = await readInvitedUsersPage(args.request, calls, screen, audience);
    return data(page.data, { headers: page.headers });
  });

/** What its pages post. */
export const answerScreen = (args: ActionFunctionArgs, audience: InvitedAudience) =>
  authorize(args, screenFunction(audience), async ({ calls }) =>
    answerInvitedUsersForm(
      { screen: callsOfScreen(calls, audience), invitations: calls.invitations },
      await args.request.formData(),
    ),
  );
