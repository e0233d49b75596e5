/** The exploded drawing of the shop's hero. Decoration: the page says the same in words. */
export function WheelHub() {
  return (
    <div className="hub" aria-hidden="true">
      <img src="/drawings/wheel-hub.svg" alt="" width={740} height={470} />
      <span>Brake Disc, Vented</span>
    </div>
  );
}
