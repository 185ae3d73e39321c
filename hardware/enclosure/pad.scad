// One slap pad: a square base, a lid, and for the plate style a round plate that presses a microswitch.
// Millimetres. Every part stands as it is printed, without supports.
//
//   openscad -o base.stl -D 'part="base"' pad.scad
//
// Nobody has printed it yet: measure your button and your switch first, print the lid, try it, then print the rest.

part = "all";          // base, lid, plate (plate style only), window; all: everything side by side, to look at
style = "button";      // button: an arcade button in the lid.  plate: a plate over a microswitch of the V kind

/* [Both styles] */
side = 100;            // outer width and length
depth = 66;            // free height inside; button: what the button needs below the lid, switch and plugs included
wall = 2.4;
floor_t = 3.2;
top_t = 4;             // the lid
corner = 8;            // outer radius of the corners
clearance = 0.3;       // between parts that fit into each other
boss = 9;              // diameter of a screw boss
boss_hole = 2.6;       // 2.6: an M3 screw cuts its own thread; 4.0: heat-set insert
screw = 3.4;           // hole in the lid
screw_head = 6.4;      // countersunk
foot = 12.4;           // rubber foot
foot_recess = 1.2;
cable = 4.2;           // outer diameter of the cable
window = 8;            // light window in the lid; 0: none

/* [Button style] */
hole = 28.5;           // for the button's thread: measure it
dome = 60;             // outer diameter of the button

/* [Plate style] */
plate_d = 78;
travel = 1.5;          // until the plate stands on its stops
spring_d = 8;          // outer diameter of four compression springs
spring_l = 15;         // their length at rest
switch_z = 14;         // lower edge of the switch above the floor: room for its plugs
switch_reach = 18.7;   // from there to the tip of its plunger
switch_w = 27.8;
switch_t = 10.3;
switch_holes = [22.2, 10.3];

$fn = 64;

flange_t = 2.4;
lip_t = 1.6;
lip_h = 3;
ridge = 2;
ring = 3;
inner = side - 2 * wall;
boss_at = side / 2 - wall - boss / 2 + 0.6;             // sunk into both walls
flange_d = plate_d + 8;
spring_at = plate_d / 2 - spring_d / 2 - ridge;
plunger_d = 24;
plunger = depth - flange_t - switch_z - switch_reach;
middle_d = style == "plate" ? flange_d : dome;
window_flange = window + 4;
boss_inside = boss_at * sqrt(2) - boss / 2;
window_at = (middle_d / 2 + boss_inside) / 2 / sqrt(2);

assert(part == "base" || part == "lid" || part == "plate" || part == "window" || part == "all", "part: base, lid, plate, window or all");
assert(style == "button" || style == "plate", "style: button or plate");
assert(part != "plate" || style == "plate", "only the plate style has a plate");
assert(part != "window" || window > 0, "there is no window");
assert(wall >= 1.2 && top_t >= 1.2 && flange_t >= 1.2 && lip_t >= 1.2, "walls of at least 1.2 mm");
assert(floor_t - foot_recess >= 1.2, "the floor is thinner than 1.2 mm under the feet");
assert((boss - boss_hole) / 2 >= 1.2, "the screw bosses are thinner than 1.2 mm");
assert(top_t >= (screw_head - screw) / 2 + 1.2, "the lid is too thin for its countersunk screws");
assert(side <= 220 && depth + floor_t <= 250, "larger than a bed of 220 x 220 x 250 mm");
assert(corner >= wall && corner <= boss, "corner: between the wall's thickness and the boss's diameter");
assert(depth > lip_h + cable + 14, "too flat for the cable");
assert(inner / 2 - foot >= 6, "too narrow for its feet");
assert(style != "button" || (hole + 8 <= dome && dome / 2 + 4 <= side / 2), "the button does not fit: hole + 8 <= dome <= side - 8");
assert(style != "plate" || flange_d / 2 + 1 <= inner / 2 - clearance - lip_t, "plate_d is too large for this side");
assert(style != "plate" || flange_d / 2 + travel < boss_inside, "the plate would touch the screw bosses");
assert(style != "plate" || plunger >= 2, "too flat for the switch: more depth, or a lower switch_z");
assert(style != "plate" || depth - flange_t - spring_l >= 4, "the springs are too long for this depth");
assert(style != "plate" || spring_at - spring_d / 2 - ridge - ring > plunger_d / 2 + 4, "plate_d is too small for springs beside the switch");
assert(window == 0 || boss_inside - middle_d / 2 >= window_flange + 2, "no room for the light window: more side, or window = 0");

module rounded(width, height, radius) {
    linear_extrude(height) offset(radius) square(width - 2 * radius, center = true);
}

module at_corners(distance) {
    for (x = [-1, 1], y = [-1, 1]) translate([x * distance, y * distance, 0]) children();
}

module base() {
    difference() {
        union() {
            difference() {
                rounded(side, floor_t + depth, corner);
                translate([0, 0, floor_t]) rounded(inner, depth + 1, max(corner - wall, 0.1));
            }
            translate([0, 0, floor_t - 0.1]) {
                intersection() {
                    at_corners(boss_at) cylinder(d = boss, h = depth + 0.1);
                    rounded(side, depth + 0.1, corner);
                }
                strain_relief();
                if (style == "plate") under_the_plate();
            }
        }
        translate([0, 0, floor_t + depth - 20]) at_corners(boss_at) cylinder(d = boss_hole, h = 21);
        translate([0, 0, -1]) at_corners(side / 2 - foot / 2 - wall - 3) cylinder(d = foot, h = foot_recess + 1);
        translate([0, side / 2, floor_t + cable / 2 + 4]) rotate([90, 0, 0])
            cylinder(d = cable + 2 * clearance, h = 2 * (wall + 1), center = true);
    }
}

// A bridge behind the hole: the cable lies on it, a tie goes through it and round the cable.
module strain_relief() {
    translate([0, inner / 2 - 10, 0]) difference() {
        translate([-8, -4, 0]) cube([16, 8, 4.1]);
        translate([-9, -1.75, 1.3]) cube([18, 3.5, 1.5]);
    }
}

module under_the_plate() {
    stop_h = depth - flange_t - ring - travel + 0.1;
    for (angle = [45, 135, 225, 315]) rotate(angle) {
        translate([spring_at, 0, 0]) {
            cylinder(d = spring_d + 3, h = depth - flange_t - spring_l + 0.1);
            cylinder(d = spring_d - 2.6, h = depth - flange_t - spring_l + 3.1);
        }
    }
    // The outer ring of the plate comes down on these.
    for (angle = [30, 150, 270]) rotate(angle) translate([flange_d / 2 - ridge, 0, 0]) cylinder(d = 7, h = stop_h);
    switch_bracket();
}

// The switch stands with its plunger up, screwed flat to a wall; slots allow two millimetres up and down.
module switch_bracket() {
    height = switch_z + 15.9 + 0.1;
    translate([-switch_w / 2 - 3, switch_t / 2, 0]) difference() {
        cube([switch_w + 6, 4, height]);
        for (x = [-1, 1], z = [-1, 1])
            translate([switch_w / 2 + 3 + x * switch_holes[0] / 2, 2, switch_z + 15.9 / 2 + z * switch_holes[1] / 2 - 0.05])
                rotate([90, 0, 0]) hull() for (up = [-1, 1]) translate([0, up, 0]) cylinder(d = 3.4, h = 6, center = true);
        translate([5, -1, -0.1]) cube([switch_w - 4, 6, switch_z - 5]);
    }
    for (x = [-1, 1]) translate([x * (switch_w / 2 + 1) - 2, switch_t / 2 + 3.9, 0]) {
        hull() { cube([4, 0.2, height - 2]); cube([4, 8, 0.2]); }
    }
}

module lid() {
    rotate([180, 0, 0]) translate([0, 0, -top_t]) difference() {
        union() {
            rounded(side, top_t, corner);
            translate([0, 0, -lip_h]) difference() {
                rounded(inner - 2 * clearance, lip_h + 0.1, max(corner - wall, 0.1));
                translate([0, 0, -1]) rounded(inner - 2 * clearance - 2 * lip_t, lip_h + 2, max(corner - wall - lip_t, 0.1));
                translate([0, 0, -1]) at_corners(inner / 2) cube([3 * boss, 3 * boss, 2 * lip_h + 1.9], center = true);
            }
        }
        translate([0, 0, -1]) at_corners(boss_at) cylinder(d = screw, h = top_t + 2);
        translate([0, 0, top_t - (screw_head - screw) / 2]) at_corners(boss_at)
            cylinder(d1 = screw, d2 = screw_head + 0.02, h = (screw_head - screw) / 2 + 0.01);
        translate([0, 0, -1]) cylinder(d = style == "plate" ? plate_d + 4 * clearance : hole, h = top_t + 2);
        if (window > 0) translate([window_at, -window_at, -1]) cylinder(d = window + 2 * clearance, h = top_t + 2);
    }
}

// Top face down on the bed.
module plate() {
    body = top_t + 2;                                   // stands two millimetres proud of the lid
    cylinder(d1 = plate_d - 1.2, d2 = plate_d, h = 0.6);
    translate([0, 0, 0.6]) cylinder(d = plate_d, h = body - 0.5);
    translate([0, 0, body]) cylinder(d = flange_d, h = flange_t);
    translate([0, 0, body + flange_t - 0.1]) {
        cylinder(d = plunger_d, h = plunger + 0.1);
        for (out = [flange_d / 2, spring_at - spring_d / 2 - 0.4]) difference() {
            cylinder(r = out, h = ring + 0.1);
            translate([0, 0, -1]) cylinder(r = out - (out == flange_d / 2 ? 2 * ridge : ridge), h = ring + 3);
        }
    }
}

// Print it in white or clear; it is glued in from below.
module light_window() {
    cylinder(d = window_flange, h = 1.2);
    translate([0, 0, 1.1]) cylinder(d = window, h = top_t + 0.1);
}

if (part == "base") base();
if (part == "lid") lid();
if (part == "plate") plate();
if (part == "window") light_window();
if (part == "all") {
    base();
    translate([side + 15, 0, 0]) lid();
    if (style == "plate") translate([2 * side + 30, 0, 0]) plate();
    if (window > 0) translate([side / 2 + 7.5, side / 2 + 15, 0]) light_window();
}
