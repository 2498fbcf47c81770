/** Two connected editors, Jana's and Petr's, opened before each test of a file that calls `seatTwo`. */
import { afterEach, beforeEach } from 'vitest';
import { closeSeat, connectSeats, openSeat, type Seat, type SeatOptions } from './editors.ts';

export let jana: Seat;
export let petr: Seat;

export function seatTwo(optionsOfJana: SeatOptions = {}): void {
  beforeEach(() => {
    jana = openSeat('Jana', '#ce0d6e', optionsOfJana);
    petr = openSeat('Petr', '#007e68');
    connectSeats(jana, petr);
  });
  afterEach(() => {
    closeSeat(jana);
    closeSeat(petr);
  });
}
