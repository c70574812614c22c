import type { Server, Socket } from "socket.io";
import { log } from "~/platform/log.server";
import { type SubjectViewers, VIEWERS, VIEWS, type Viewer } from "./rooms";

/** A record that pages say they show: the function's flag, the kind and the id. */
const SUBJECT = /^([A-Za-z]{1,40})\/[A-Za-z-]{1,40}\/\d{1,18}$/;

const ROOM_PREFIX = "viewers:";

/** Whether a room is of the people who look at a record. A connection joins and leaves it by itself. */
export const isViewersRoom = (room: string): boolean => room.startsWith(ROOM_PREFIX);

/** The shop is part of the room, so that no shop sees the viewers of another one's record. */
const roomOf = (shop: string, subject: string) => `${ROOM_PREFIX}${shop}|${subject}`;

/** A person sees who looks at a record of a function that they may use, in full or one of its tabs. */
const mayView = ({ rooms, data: { shop } }: Socket, flag: string): boolean =>
  [...rooms].some((room) => room === `${shop}|may:${flag}` || room.startsWith(`${shop}|may:${flag}/`));

/**
 * Lets pages say which record they show, and sends everyone who looks at it who else does. A connection looks at one record at most.
 * Nothing is stored: a connection that ends no longer looks.
 */
export function shareViewers(io: Server): void {
  io.on("connection", (socket) => {
    let room: string | undefined;
    let subject = "";
    const leave = async () => {
      if (!room) return;
      const left = room;
      room = undefined;
      await socket.leave(left);
      await announce(io, left, subject);
    };
    socket.on(VIEWS, (next: unknown) => void move(next).catch(warn));
    const move = async (next: unknown) => {
      const [, flag] = SUBJECT.exec(String(next)) ?? [];
      const target = flag && mayView(socket, flag) ? roomOf(socket.data.shop, String(next)) : undefined;
      if (target !== room) await leave();
      if (!target) return;
      [room, subject] = [target, String(next)];
      await socket.join(target);
      await announce(io, target, subject);
    };
    // Its rooms are left by then.
    socket.on("disconnect", () => room && announce(io, room, subject).catch(warn));
  });
}

async function announce(io: Server, room: string, subject: string): Promise<void> {
  const sockets = await io.in(room).fetchSockets();
  const viewers = new Map(sockets.map(({ data: { id, name } }) => [id, { id, name } as Viewer]));
  io.to(room).emit(VIEWERS, { subject, viewers: [...viewers.values()] } satisfies SubjectViewers);
}

const warn = (error: unknown) => log.warn({ err: error }, "the viewers of a record weren't sent");
