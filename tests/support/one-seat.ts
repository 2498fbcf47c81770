/** One editor, Jana's, opened before each test of a file that calls `seatOne`. */
import { afterEach, beforeEach } from 'vitest';
import { closeSeat, openSeat, type Seat, type SeatOptions } from './editors.ts';

export let seat: Seat;

export function seatOne(options: SeatOptions = {}): void {
  beforeEach(() => {
    seat = openSeat('Jana', '#ce0d6e', options);
  });
  afterEach(() => closeSeat(seat));
}
