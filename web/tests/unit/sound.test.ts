import { beforeEach, describe, expect, it, vi } from 'vitest';

import { player } from '../../src/sound/player';
import { table } from '../fixtures';

/** Counts what is made; a browser warns of every one that is made before a gesture. */
let made = 0;
class Context {
  currentTime = 0;
  destination = {};
  resume = vi.fn(() => Promise.resolve());
  suspend = vi.fn(() => Promise.resolve());
  constructor() {
    made += 1;
  }
  createGain() {
    return { gain: { value: 0, setTargetAtTime: vi.fn() }, connect: vi.fn() };
  }
}

beforeEach(() => vi.stubGlobal('AudioContext', Context));

describe('sounds', () => {
  it('are made on the first gesture, once, and never for somebody who wants none', () => {
    for (let volume = 0; volume < 1; volume += 0.1) player.follow({ sound: true, music: false, volume });
    player.hear(table({ version: 2 }), table());
    expect(made).toBe(0);
    const press = new Event('pointerup');
    Object.defineProperty(press, 'isTrusted', { value: true });
    window.dispatchEvent(press);
    expect(made).toBe(1);
    player.follow({ sound: true, music: false, volume: 0.4 });
    player.follow({ sound: false, music: false, volume: 0.4 });
    expect(made).toBe(1);
  });
});
