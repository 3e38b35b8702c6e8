import { type City, neighborhoods } from './city.ts'

/** Real neighborhoods, with restaurants that do not exist. New York first: it is where a search begins. */
export const cities: readonly City[] = [
  {
    city: 'New York',
    state: 'NY',
    timezone: 'America/New_York',
    areaCodes: ['212', '646', '917'],
    neighborhoods: neighborhoods(`
      Theater District | 40.7590, -73.9870 | 10036 | 16 | W 46th St, W 48th St, 8th Ave, W 44th St
      Hell's Kitchen | 40.7632, -73.9915 | 10019 | 16 | 9th Ave, W 51st St, 10th Ave, W 49th St
      Midtown East | 40.7549, -73.9720 | 10022 | 12 | E 53rd St, Lexington Ave, E 49th St, 3rd Ave
      Koreatown | 40.7477, -73.9868 | 10001 | 8 | W 32nd St, W 33rd St, 5th Ave
      Chelsea | 40.7448, -74.0010 | 10011 | 12 | 8th Ave, W 20th St, W 23rd St, 10th Ave
      Flatiron | 40.7402, -73.9896 | 10010 | 11 | W 22nd St, Broadway, E 20th St, 5th Ave
      Gramercy | 40.7367, -73.9845 | 10003 | 8 | Irving Pl, E 18th St, 3rd Ave
      Greenwich Village | 40.7322, -73.9995 | 10012 | 11 | MacDougal St, Bleecker St, W 8th St, Sullivan St
      West Village | 40.7350, -74.0040 | 10014 | 12 | Bedford St, Hudson St, Grove St, Perry St
      East Village | 40.7270, -73.9830 | 10009 | 14 | Avenue A, E 7th St, E 10th St, St Marks Pl
      Nolita | 40.7224, -73.9950 | 10012 | 8 | Mott St, Elizabeth St, Prince St
      SoHo | 40.7237, -74.0015 | 10012 | 8 | Spring St, Thompson St, Wooster St
      Lower East Side | 40.7180, -73.9875 | 10002 | 10 | Orchard St, Ludlow St, Rivington St, Essex St
      Chinatown | 40.7155, -73.9975 | 10013 | 9 | Mott St, Bayard St, Doyers St, Canal St
      Tribeca | 40.7178, -74.0080 | 10013 | 6 | Franklin St, Duane St, W Broadway
      Upper West Side | 40.7852, -73.9760 | 10024 | 9 | Amsterdam Ave, Columbus Ave, W 83rd St, Broadway
      Upper East Side | 40.7720, -73.9580 | 10021 | 8 | 2nd Ave, Lexington Ave, E 74th St, 1st Ave
      Harlem | 40.8098, -73.9465 | 10027 | 6 | Malcolm X Blvd, W 125th St, Frederick Douglass Blvd
      Williamsburg | 40.7140, -73.9580 | 11211 | 10 | Bedford Ave, Grand St, Berry St, N 6th St
      Park Slope | 40.6725, -73.9790 | 11215 | 6 | 5th Ave, 7th Ave, Union St
      Astoria | 40.7640, -73.9230 | 11103 | 6 | 30th Ave, Broadway, Ditmars Blvd
      Jackson Heights | 40.7495, -73.8870 | 11372 | 4 | 74th St, Roosevelt Ave, 37th Ave
    `),
  },
  {
    city: 'Chicago',
    state: 'IL',
    timezone: 'America/Chicago',
    areaCodes: ['312', '773'],
    neighborhoods: neighborhoods(`
      West Loop | 41.8835, -87.6480 | 60607 | 18 | W Randolph St, W Fulton Market, N Green St, W Lake St
      River North | 41.8925, -87.6330 | 60654 | 16 | N Clark St, W Hubbard St, N Wells St, W Illinois St
      Wicker Park | 41.9088, -87.6775 | 60622 | 14 | N Milwaukee Ave, W Division St, N Damen Ave
      Logan Square | 41.9288, -87.7060 | 60647 | 14 | N Kedzie Ave, W Logan Blvd, N Milwaukee Ave
      Lincoln Park | 41.9225, -87.6480 | 60614 | 11 | N Halsted St, W Armitage Ave, N Lincoln Ave
      Pilsen | 41.8565, -87.6600 | 60608 | 10 | W 18th St, S Ashland Ave, S Blue Island Ave
      Andersonville | 41.9800, -87.6685 | 60640 | 8 | N Clark St, W Foster Ave
      Chinatown | 41.8520, -87.6320 | 60616 | 7 | S Wentworth Ave, W Cermak Rd
      Hyde Park | 41.7945, -87.5935 | 60615 | 7 | E 53rd St, S Harper Ave
    `),
  },
  {
    city: 'Los Angeles',
    state: 'CA',
    timezone: 'America/Los_Angeles',
    areaCodes: ['213', '323', '310'],
    neighborhoods: neighborhoods(`
      Arts District | 34.0405, -118.2345 | 90013 | 14 | E 3rd St, Mateo St, Traction Ave, S Alameda St
      Downtown | 34.0460, -118.2530 | 90014 | 12 | S Spring St, S Broadway, W 6th St
      Koreatown | 34.0618, -118.3005 | 90005 | 14 | W 6th St, S Western Ave, W 8th St
      Silver Lake | 34.0870, -118.2710 | 90026 | 13 | Sunset Blvd, Hyperion Ave, Silver Lake Blvd
      Echo Park | 34.0780, -118.2590 | 90026 | 9 | Sunset Blvd, Echo Park Ave
      West Hollywood | 34.0900, -118.3720 | 90069 | 12 | Santa Monica Blvd, Melrose Ave, N Robertson Blvd
      Beverly Grove | 34.0735, -118.3720 | 90048 | 10 | W 3rd St, Beverly Blvd
      Culver City | 34.0220, -118.3960 | 90232 | 10 | Washington Blvd, Main St, Culver Blvd
      Venice | 33.9905, -118.4630 | 90291 | 11 | Abbot Kinney Blvd, Rose Ave, Lincoln Blvd
    `),
  },
  {
    city: 'Austin',
    state: 'TX',
    timezone: 'America/Chicago',
    areaCodes: ['512', '737'],
    neighborhoods: neighborhoods(`
      Downtown | 30.2680, -97.7430 | 78701 | 18 | W 6th St, Congress Ave, E 5th St, W 2nd St
      East Austin | 30.2630, -97.7220 | 78702 | 20 | E 6th St, E Cesar Chavez St, E 11th St, Chicon St
      South Congress | 30.2480, -97.7500 | 78704 | 14 | S Congress Ave, W Annie St, S 1st St
      South Lamar | 30.2510, -97.7660 | 78704 | 10 | S Lamar Blvd, Barton Springs Rd
      Hyde Park | 30.3045, -97.7270 | 78751 | 8 | Duval St, E 43rd St
      Mueller | 30.2980, -97.7050 | 78723 | 7 | Aldrich St, Simond Ave
      Clarksville | 30.2790, -97.7580 | 78703 | 8 | W Lynn St, W 12th St
      North Loop | 30.3180, -97.7220 | 78751 | 8 | E 53rd St, N Loop Blvd
    `),
  },
  {
    city: 'San Francisco',
    state: 'CA',
    timezone: 'America/Los_Angeles',
    areaCodes: ['415', '628'],
    neighborhoods: neighborhoods(`
      Mission District | 37.7590, -122.4190 | 94110 | 20 | Valencia St, Mission St, 24th St, Guerrero St
      Hayes Valley | 37.7765, -122.4245 | 94102 | 11 | Hayes St, Octavia Blvd, Gough St
      North Beach | 37.8005, -122.4100 | 94133 | 12 | Columbus Ave, Grant Ave, Green St
      Chinatown | 37.7945, -122.4065 | 94108 | 9 | Grant Ave, Clay St, Waverly Pl
      Marina | 37.8000, -122.4370 | 94123 | 10 | Chestnut St, Union St, Fillmore St
      Financial District | 37.7930, -122.4010 | 94111 | 11 | Jackson St, Pine St, Battery St
      Nopa | 37.7755, -122.4375 | 94117 | 8 | Divisadero St, Fulton St
      Inner Sunset | 37.7635, -122.4660 | 94122 | 8 | Irving St, 9th Ave
      Japantown | 37.7855, -122.4295 | 94115 | 6 | Post St, Buchanan St
    `),
  },
]
