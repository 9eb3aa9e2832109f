/** Sounds, made on the spot: quiet tones, off until somebody switches them on. */

import { settings } from "./settings.svelte";

export type Sound = "given" | "stage" | "yourMove" | "over";

/** What is played: how high (Hz), after how long, and for how long (seconds). */
const TONES: { readonly [Name in Sound]: readonly (readonly [pitch: number, after: number, length: number])[] } = {
  given: [[520, 0, 0.08]],
  stage: [[300, 0, 0.06]],
  yourMove: [
    [660, 0, 0.12],
    [880, 0.12, 0.18],
  ],
  over: [
    [440, 0, 0.4],
    [554, 0.08, 0.4],
    [659, 0.16, 0.5],
  ],
};
const LOUDNESS = 0.08;

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.chosen.sound || document.hidden) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [pitch, after, length] of TONES[sound]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.type = "sine";
    tone.frequency.value = pitch;
    // A tone that begins or ends at once would click.
    volume.gain.setValueAtTime(0, now + after);
    volume.gain.linearRampToValueAtTime(LOUDNESS, now + after + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + after + length);
    tone.connect(volume).connect(context.destination);
    tone.start(now + after);
    tone.stop(now + after + length);
  }
}
