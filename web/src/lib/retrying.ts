import { Refusal, Unreachable } from '../api/client';
import { patience } from '../api/events';

/** Somebody who waits for answers. */
export interface Sender {
  readonly isClosed: boolean;
  isConnected: boolean;
  /** What to do when the server refuses. */
  refused(refusal: Refusal): void;
}

/** Repeats a request until the server answers; null when it refused. */
export async function untilAnswered<T>(sender: Sender, request: () => Promise<T>): Promise<T | null> {
  for (let tries = 0; !sender.isClosed; tries++) {
    try {
      const answer = await request();
      sender.isConnected = true;
      return answer;
    } catch (error) {
      if (error instanceof Refusal) {
        sender.isConnected = true;
        sender.refused(error);
        return null;
      }
      if (!(error instanceof Unreachable)) throw error;
      sender.isConnected = false;
      await new Promise((resolve) => setTimeout(resolve, patience(tries)));
    }
  }
  return null;
}
