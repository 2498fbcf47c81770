/** A line with ordinary latency: on localhost nobody meets what users meet. */
import type { Page } from '@playwright/test';

/** Delays every message of the live lanes, in both directions. */
export async function slowDownLanes(page: Page, delayMs: number): Promise<void> {
  await page.routeWebSocket(/realtime/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => void setTimeout(() => server.send(message), delayMs));
    server.onMessage((message) => void setTimeout(() => socket.send(message), delayMs));
  });
}
