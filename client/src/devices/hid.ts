/** SpaceMouse through WebHID: requested by a button, as browsers require, and found again on later visits. */

const VENDORS = [0x046d, 0x256f] // Logitech, vendor of the first ones, and 3Dconnexion
const GENERIC_DESKTOP = 0x01
const MULTI_AXIS = 0x08 // HID usage of a six-axis cap; excludes mice of Logitech

export interface HidReport {
  readonly reportId: number
  readonly data: DataView
}

/** Members of WebHID's `HIDDevice` that are used; TypeScript's library does not declare WebHID. */
export interface HidDevice {
  readonly opened: boolean
  readonly vendorId: number
  readonly productName: string
  readonly collections: readonly { readonly usagePage?: number; readonly usage?: number }[]
  open(): Promise<void>
  close(): Promise<void>
  addEventListener(type: 'inputreport', listen: (event: HidReport) => void): void
  removeEventListener(type: 'inputreport', listen: (event: HidReport) => void): void
}

export interface Hid {
  getDevices(): Promise<HidDevice[]>
  requestDevice(options: { filters: object[] }): Promise<HidDevice[]>
  addEventListener(type: 'connect' | 'disconnect', listen: (event: { device: HidDevice }) => void): void
}

export interface CapEvents {
  report(reportId: number, data: DataView): void
  changed(name: string | undefined): void // name of the linked device
}

export class HidLink {
  private readonly hid: Hid | undefined
  private readonly events: CapEvents
  private device: HidDevice | undefined
  private readonly receive = (event: HidReport) => this.events.report(event.reportId, event.data)

  constructor(hid: Hid | undefined, events: CapEvents) {
    this.hid = hid
    this.events = events
  }

  get isSupported(): boolean {
    return this.hid !== undefined
  }

  get name(): string | undefined {
    return this.device ? this.device.productName || 'SpaceMouse' : undefined
  }

  /** Find devices that were permitted on an earlier visit, and watch for connections. */
  async start(): Promise<void> {
    this.hid?.addEventListener('connect', ({ device }) => void this.link([device]))
    this.hid?.addEventListener('disconnect', ({ device }) => device === this.device && this.drop())
    await this.link((await this.hid?.getDevices()) ?? [])
  }

  /** Request a device from the user, in response to a click; return whether one was chosen. */
  async connect(): Promise<boolean> {
    const filters = VENDORS.map((vendorId) => ({ vendorId, usagePage: GENERIC_DESKTOP, usage: MULTI_AXIS }))
    return this.link((await this.hid?.requestDevice({ filters })) ?? [])
  }

  private async link(devices: HidDevice[]): Promise<boolean> {
    const device = devices.find(isCapDevice)
    if (!device || device === this.device) return device !== undefined
    if (!device.opened) await device.open()
    this.drop()
    device.addEventListener('inputreport', this.receive)
    this.device = device
    this.events.changed(this.name)
    return true
  }

  private drop(): void {
    if (!this.device) return
    this.device.removeEventListener('inputreport', this.receive)
    this.device = undefined
    this.events.changed(undefined)
  }
}

function isCapDevice(device: HidDevice): boolean {
  return (
    VENDORS.includes(device.vendorId) &&
    device.collections.some((part) => part.usagePage === GENERIC_DESKTOP && part.usage === MULTI_AXIS)
  )
}

/** Return the browser's WebHID, which exists only in some browsers and only on secure pages (https, or this machine). */
export function browserHid(): Hid | undefined {
  return (navigator as { hid?: Hid }).hid
}
